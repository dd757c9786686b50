// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// client.js - the worker with the engine, as functions that return promises.

export class EngineClient {
  /** Connects to the engine that the page has begun to unpack (start.js); calls wait until it is ready. */
  static async start() {
    return new EngineClient(await jounceWorker);
  }

  /** @param {Worker} worker */
  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map();
    this.next = 1;
    /** Called with {rows, rowSize, done, summary}. */
    this.onRows = () => {};
    /** Called with a message if the engine was aborted during a run. */
    this.onBreak = () => {};
    this.worker.onmessage = ({ data }) => this.take(data);
  }

  take(data) {
    if (data.broken !== undefined) return this.onBreak(data.broken);
    if (data.id === undefined) return this.onRows(data);
    const { resolve, reject } = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.error === undefined) return resolve(data.result);
    reject(Object.assign(new Error(data.error), { messages: data.messages }));
  }

  call(name, parameters = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...parameters, id, call: name });
    });
  }
}
