// What one tab knows, and what it says of an answer. Pages load this module with its types stripped.

import type { Item, Read } from './program.ts';

/** The answer of the server says of what it is one. */
export interface Answer {
  readonly item: string;
  /** The number of the request. Answers with one number have one request. */
  readonly serial: number;
  readonly user: string;
  /** The language of the request, where the answer varies. */
  readonly lang: string;
  /** The cookie of the request. */
  readonly session: number | null;
  /** Makes the body as long as it should be. */
  readonly pad: string;
}

/** Marks the answer in an image. */
const [before, after] = ['<desc>', '</desc>'];

/** By how much the cookie makes an image higher. Items are fewer. */
const heightOfCookie = 8;

/** Returns an SVG with the answer in it. Its width is the request, its height the cookie and the item. */
export const drawn = (answer: Answer): string => {
  const height = heightOfCookie * (1 + (answer.session ?? -1)) + Number(answer.item) + 1;
  const size = `width="${answer.serial}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${before}${JSON.stringify(answer)}${after}</svg>`;
};

/** Returns the answer that a body has, an image or not. */
export const answerIn = (text: string): Answer => {
  const isImage = text.startsWith('<svg') && text.endsWith(`${after}</svg>`);
  return JSON.parse(
    isImage ? text.slice(text.indexOf(before) + before.length, text.lastIndexOf(after)) : text,
  );
};

/** Returns what is wrong with an image of that size. Browsers show images from memory, so it may be an old one. */
export function judgeImage(width: number, height: number, item: string, origin: 0 | 1): string[] {
  const its = `${(height - 1) % heightOfCookie}`;
  const cookie = Math.floor((height - 1) / heightOfCookie);
  return [
    ...(width > 0 && its === item ? [] : [`the image is of item ${its} instead of ${item}`]),
    ...(origin && cookie ? [`the image has a cookie, and is of another origin`] : []),
  ];
}

/** What is known of a write that has ended. */
export interface News {
  readonly origin: 0 | 1;
  /** The number of the last request that the server got before it answered the write. */
  readonly last: number;
  /** The cookie that the write has set. */
  readonly session?: number;
}

/** What a tab knew when a call began. */
export interface Known {
  /** By origin: the number of the last request from before the end of a write. */
  readonly last: readonly [number, number];
  readonly session: number;
}

export class Knowledge {
  #known: Known = { last: [0, 0], session: 0 };

  /** Notes that a write has ended, here or in a tab that has said so. */
  learn({ origin, last, session = 0 }: News): void {
    const { last: known, session: before } = this.#known;
    const [own, other] = known.map((one, at) => (at === origin ? Math.max(one, last) : one));
    this.#known = { last: [own as number, other as number], session: Math.max(before, session) };
  }

  /** What is known now. */
  get now(): Known {
    return this.#known;
  }
}

/** What decides of what its answer must be one. */
type Asked = Pick<Read, 'item' | 'user' | 'lang' | 'isAnonymous' | 'byXhr'>;

/** Returns what is wrong with an answer to a call that began when this was known. */
export function judge(answer: Answer, item: Item, read: Asked, known: Known): string[] {
  const { origin, size, varies } = item;
  const wrong: string[] = [];
  const expect = (what: string, is: unknown, wanted: unknown) => {
    if (is !== wanted) wrong.push(`the answer has ${what} ${is} instead of ${wanted}`);
  };
  expect('item', answer.item, `${read.item}`);
  expect('user', answer.user, read.user);
  expect('lang', answer.lang, varies ? read.lang : '');
  expect('a pad of', answer.pad.length, size);
  // An XHR always sends the cookies of its own origin.
  if (origin || (read.isAnonymous && !read.byXhr)) expect('the cookie', answer.session, null);
  else if ((answer.session ?? 0) < known.session)
    wrong.push(`the answer has the cookie ${answer.session} from before the log-in ${known.session}`);
  if (answer.serial <= known.last[origin])
    wrong.push(
      `the answer is of request ${answer.serial}, and a write has ended after ${known.last[origin]}`,
    );
  return wrong;
}
