// What a page does with a recipe: asks are numbered, so that the test can abort one of them.

import { createFetch } from 'coflight';
import { client } from 'recipe';

const asks = new Map();
let ask;

globalThis.start = async (wrapped) => {
  // Assigned to the global one, it must not call itself.
  const { fetch } = globalThis;
  const native = () => (globalThis.fetch === fetch ? fetch.bind(globalThis) : globalThis.fetch);
  ask = await client(wrapped ? createFetch : native, { wrapped });
};

const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the page has nothing left to do: components are mounted, and layers are drawn. */
globalThis.begun = async () => {
  await idle();
  await frame();
  await idle();
};

globalThis.ask = (id, url) => {
  const abort = new AbortController();
  const ended = ask(url, abort.signal).then(
    (data) => ({ data }),
    (error) => ({ error: String(error) }),
  );
  asks.set(id, { abort, ended });
};

globalThis.answer = (id) => asks.get(id).ended;
globalThis.abort = (id) => asks.get(id).abort.abort();
