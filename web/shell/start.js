// Unpacks script and engine at once: the engine gets ready while the page is laid out.
{
  const unpack = async (id) => {
    const packed = await fetch(`data:application/octet-stream;base64,${document.getElementById(id).textContent}`);
    return new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  const address = (bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  globalThis.jounceUnpack = unpack;
  globalThis.jounceWorker = Promise.all([unpack("jounce-worker"), unpack("jounce-engine")]).then(([script, wasm]) => {
    const worker = new Worker(address(script));
    worker.postMessage({ call: "init", wasm }, [wasm]);
    return worker;
  });
  unpack("jounce-main").then((bytes) => {
    const script = document.createElement("script");
    script.src = address(bytes);
    document.body.append(script);
  });
}
