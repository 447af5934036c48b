// The global scope of the worker.

export const worker: ServiceWorkerGlobalScope = globalThis as unknown as ServiceWorkerGlobalScope;

/** False on a server and in a page, where nothing listens to requests. */
export const isWorker: boolean = 'clients' in globalThis;
