// What callers do with a response. Pages load this module with its types stripped, so it imports nothing.

/** How a caller uses its response. */
export type Program = keyof typeof programs;

export interface Reading {
  readonly response: Response;
  readonly released: Promise<void>;
  /** Called with the first bytes. */
  touch(): void;
}

/** The body that all faults send, or begin to send. */
export const byteAt = (at: number): number => 97 + ((at * 31 + (at >> 8) * 7) % 26);

/** Counts bytes, and says whether they are those of the body from there. */
class Seen {
  count = 0;
  #isRight = true;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) this.#isRight &&= byte === byteAt(this.count++);
  }

  get summary(): string {
    return `${this.count} bytes${this.#isRight ? '' : ', wrong ones'}`;
  }
}

const summaryOf = (bytes: Uint8Array): string => {
  const seen = new Seen();
  seen.add(bytes);
  return seen.summary;
};
const ofText = (text: string): string => summaryOf(new TextEncoder().encode(text));

async function stream({ response, touch }: Reading): Promise<string> {
  const seen = new Seen();
  const reader = response.body?.getReader();
  try {
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      seen.add(chunk.value);
      touch();
    }
  } catch (error) {
    // How much has arrived before is a matter of luck, but it must be right.
    if (seen.summary.includes('wrong')) throw new Error('The bytes before the failure are wrong.');
    throw error;
  }
  return seen.summary;
}

async function cancel({ response, touch }: Reading): Promise<string> {
  const reader = response.body?.getReader();
  await reader?.read();
  touch();
  await reader?.cancel('enough');
  return 'cancelled';
}

export const programs = {
  stream,
  cancel,
  text: async ({ response }: Reading) => ofText(await response.text()),
  arrayBuffer: async ({ response }: Reading) => summaryOf(new Uint8Array(await response.arrayBuffer())),
  blob: async ({ response }: Reading) =>
    summaryOf(new Uint8Array(await (await response.blob()).arrayBuffer())),
  json: async ({ response }: Reading) => String(await response.json()),
  clone: async ({ response }: Reading) => {
    const texts = [response.clone().text(), response.text()];
    const [one, other] = await Promise.allSettled(texts);
    if (one?.status !== other?.status) throw new Error('A response and its clone have different ends.');
    return ofText(await (texts[0] as Promise<string>));
  },
  /** Reads only when all others have ended. */
  slow: async ({ response, released }: Reading) => {
    await released;
    return ofText(await response.text());
  },
  /** Reads nothing, and lets its response be collected. */
  drop: async () => 'dropped',
};
