// Unpacks script and engine at once: the engine gets ready while the page is laid out.
{
  const unpack = (id) => {
    const letters = atob(document.getElementById(id).textContent);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
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
