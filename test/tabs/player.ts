// Plays the steps of one tab, and judges what each of its calls got. Pages load this module with its types stripped.

import { answerIn, judge, judgeImage, Knowledge, type Known, type News } from './knowledge.ts';
import { type Gallery, looks, type Seen } from './looks.ts';
import type { Item, Look, Program, Read, Step, Write } from './program.ts';
import { type Reading, readings } from './readings.ts';

/** What came of a program in one tab. */
export interface Played {
  readonly calls: number;
  /** What no call should have got. */
  readonly wrong: readonly string[];
}

/** What a tab calls, and what it hears of others. */
export interface Place {
  readonly fetch: typeof globalThis.fetch;
  /** The origin of the pages, and the other one. */
  readonly origins: readonly [string, string];
  /** The name of this program at the server. */
  readonly name: string;
  /** Tells the other tabs, when their writes fence the reads of each other. */
  readonly tell?: ((news: News) => void) | undefined;
  /** Shows images, where there is a document. */
  readonly gallery?: Gallery;
}

/** Before any write. */
const nothingKnown: Known = { last: [0, 0], session: 0 };

/** Milliseconds after which a call counts as one that never ends. */
const endTimeout = 60_000;

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export class Player {
  readonly #place: Place;
  readonly #program: Program;
  readonly #knowledge = new Knowledge();
  readonly #wrong: string[] = [];
  #calls = 0;
  /** Whether the worker is going to stop, which ends what it passes on. */
  #workerStops: boolean;
  #logIns: Promise<unknown> = Promise.resolve();

  constructor(place: Place, program: Program) {
    this.#place = place;
    this.#program = program;
    this.#workerStops = program.stops !== undefined;
  }

  /** Notes that a new worker answers in place of the one that was stopped. Later calls must not fail. */
  workerIsBack(): void {
    this.#workerStops = false;
  }

  /** Notes what another tab has said. */
  hear(news: News): void {
    this.#knowledge.learn(news);
  }

  /** Makes all calls of a tab. Resolves when all have ended. */
  async play(tab: number): Promise<Played> {
    const steps = this.#program.tabs[tab] ?? [];
    await Promise.all(
      steps.map(async (step) => {
        await sleep(step.at);
        const late = sleep(endTimeout).then(() => ['it never ends']);
        const wrong = await Promise.race([this.#do(step), late]).catch((error) => [describe(error)]);
        this.#calls++;
        for (const what of wrong) this.#wrong.push(`${JSON.stringify(step)}: ${what}`);
      }),
    );
    return { calls: this.#calls, wrong: this.#wrong };
  }

  /** Makes a call. Resolves with what is wrong with its outcome. */
  async #do(step: Step): Promise<readonly string[]> {
    if (step.do === 'read') return this.#read(step);
    if (step.do === 'look') return this.#look(step);
    if (step.do === 'write') await this.#write(step);
    else await (this.#logIns = this.#logIns.then(() => this.#logIn()));
    return [];
  }

  #itemAt(nth: number): Item {
    return this.#program.items[nth] as Item;
  }

  #urlOf(nth: number, what: string): string {
    const { name, origins } = this.#place;
    const { origin } = this.#itemAt(nth);
    return `${origins[origin]}/${what}/${name}/${nth}`;
  }

  async #read(read: Read): Promise<readonly string[]> {
    const item = this.#itemAt(read.item);
    const known = this.#knowledge.now;
    const mayBreak = this.#workerStops;
    const { signal, reason } = leaving(read);
    const headers: Record<string, string> = {};
    if (read.user) headers.authorization = read.user;
    if (read.lang) headers['x-lang'] = read.lang;
    const init: RequestInit = {
      headers,
      credentials: read.isAnonymous ? 'omit' : 'same-origin',
      signal,
    };
    const url = this.#urlOf(read.item, item.isMoved ? 'moved' : 'item');
    let reading: Reading | undefined;
    try {
      reading = await (read.byXhr
        ? readings.xhr(url, init, reason)
        : readings.fetch(await this.#place.fetch(url, init), read.use));
    } catch (error) {
      return mayBreak ? [] : judgeFailure(error, item, signal, reason);
    }
    if (reading.text === undefined) return [];
    if (item.end !== 'whole') return ['it succeeds, and the server has reset the connection'];
    const status = reading.status === item.status ? [] : [`the status is ${reading.status}`];
    return [...status, ...judge(answerIn(reading.text), item, read, known)];
  }

  async #look(look: Look): Promise<readonly string[]> {
    const { gallery } = this.#place;
    const item = this.#itemAt(look.item);
    if (!gallery) return ['there is nothing that shows images'];
    const mayBreak = this.#workerStops;
    const { signal, reason } = leaving(look);
    const { crossOrigin } = look;
    const src = this.#urlOf(look.item, item.isMoved ? 'moved' : 'item');
    let seen: Seen;
    try {
      seen = await looks[look.by](gallery, { src, ...(crossOrigin && { crossOrigin }) }, signal);
    } catch (error) {
      // A blob of an error is refused, and Firefox shows no SVG of one.
      if (mayBreak || item.status !== 200) return [];
      return judgeFailure(error, item, signal, reason);
    }
    if (item.end !== 'whole') return ['it succeeds, and the server has reset the connection'];
    const { image, text } = seen;
    if (image) return judgeImage(image.naturalWidth, image.naturalHeight, `${look.item}`, item.origin);
    const read = { item: look.item, user: '', lang: '', isAnonymous: false, byXhr: false } as const;
    return judge(answerIn(text ?? ''), item, read, nothingKnown);
  }

  #logIn(): Promise<void> {
    return this.#post(`${this.#place.origins[0]}/log-in`);
  }

  #write({ item, delay, byXhr }: Write): Promise<void> {
    return this.#post(`${this.#urlOf(item, 'write')}?delay=${delay}`, byXhr);
  }

  /** Sends a write, and notes what its answer says. */
  async #post(url: string, byXhr = false): Promise<void> {
    const init = { method: 'POST', body: 'change' };
    const { text } = await (byXhr
      ? readings.xhr(url, init)
      : readings.fetch(await this.#place.fetch(url, init), 'text'));
    const news = JSON.parse(text ?? '{}') as News;
    this.#knowledge.learn(news);
    this.#place.tell?.(news);
  }
}

/** The signal of a caller that leaves, if it does, and its reason. */
function leaving({ abortsAfter }: Read | Look): { signal: AbortSignal; reason: Error } {
  const controller = new AbortController();
  const reason = new Error('This caller leaves.');
  if (abortsAfter !== undefined) sleep(abortsAfter).then(() => controller.abort(reason));
  return { signal: controller.signal, reason };
}

/** Returns what is wrong with a failure. */
function judgeFailure(error: unknown, { end }: Item, { aborted }: AbortSignal, reason: Error): string[] {
  // Where the server resets the connection, that may come before the abort.
  if (end !== 'whole' || (aborted && isOf(error, reason))) return [];
  return [`it ${aborted ? 'rejects with' : 'fails:'} ${describe(error)}`];
}

const describe = (thrown: unknown): string => {
  const { name, message } = Object(thrown) as Partial<Error>;
  return `${name}: ${message}`;
};

/** Whether a call has rejected because of that abort. Firefox and WebKit have errors of their own for native calls. */
const isOf = (error: unknown, reason: Error): boolean =>
  error === reason || /Fetch is aborted|operation was aborted/.test((error as Error).message);
