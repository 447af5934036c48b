import { FileLoader } from 'three';

export function client(makeFetch) {
  globalThis.fetch = makeFetch();
  return (url) =>
    new Promise((done, fail) => new FileLoader().setResponseType('json').load(url, done, undefined, fail));
}
