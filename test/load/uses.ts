// What the callers of the load do with a response. Pages load this module with its types stripped.

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A call as its use sees it. */
export interface Called {
  readonly response: Response;
  readonly size: number;
  readonly controller: AbortController;
  /** True for an answer that breaks off. */
  readonly mayFail: boolean;
}

/** Returns what is wrong with these bytes, if anything is. */
const judge = (bytes: number, size: number): string => (bytes === size ? '' : `${bytes} of ${size} bytes`);

async function stream({ response, size }: Called, pause = 0): Promise<string> {
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    if (pause) await sleep(pause);
  }
  return judge(bytes, size);
}

async function begin({ response }: Called): Promise<ReadableStreamDefaultReader<Uint8Array> | undefined> {
  const reader = response.body?.getReader();
  await reader?.read();
  return reader;
}

/** The responses that are held, and not read. */
const held = new Set<Response>();
/** Milliseconds for which a response is held. A browser has six connections for a server, and each may wait so long. */
const heldFor = 200;

/** What callers do with a response. Each returns what is wrong. */
export const uses: Readonly<Record<string, (called: Called) => Promise<string>>> = {
  text: async ({ response, size }) => judge((await response.text()).length, size),
  bytes: async ({ response, size }) => judge((await response.arrayBuffer()).byteLength, size),
  blob: async ({ response, size }) => judge((await response.blob()).size, size),
  stream: (called) => stream(called),
  slow: (called) => stream(called, 20),
  clone: async ({ response, size }) => {
    const [one, other] = await Promise.all([response.clone().text(), response.text()]);
    return judge(one.length, size) || judge(other.length, size);
  },
  /** Reads nothing, and holds the response for a while. */
  hold: async ({ response }) => {
    held.add(response);
    sleep(heldFor).then(() => held.delete(response));
    return '';
  },
  drop: async () => '',
  'drop in mid-body': async (called) => {
    await begin(called);
    return '';
  },
  cancel: async (called) => {
    await (await begin(called))?.cancel();
    return '';
  },
  abort: async (called) => {
    const text = called.response.text();
    called.controller.abort();
    return text.then(
      () => '',
      (error) => (error.name === 'AbortError' || called.mayFail ? '' : `${error}`),
    );
  },
};
