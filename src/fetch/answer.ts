// What an answer says of how it may be shared.

/** Answers without an end: what was sent before is nothing for a newcomer. */
const endless = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

/** Statuses that have no body, whatever was sent: a Response with such a one cannot be made. (Fetch, "null body status") */
const bodiless: readonly number[] = [101, 103, 204, 205, 304];

const header = ({ headers }: Response, name: string): string => headers.get(name) ?? '';

export const isEndless = (answer: Response): boolean => endless.test(header(answer, 'content-type'));

/** Its body can be handed out anew: a status that no constructor takes cannot be rebuilt either. */
export const isReadable = ({ body, status }: Response): boolean =>
  !!body && status < 600 && !bodiless.includes(status);

/** It may still be joined when it is whole. */
export const mayLinger = (answer: Response): boolean =>
  answer.ok && !/no-store/i.test(header(answer, 'cache-control')) && !header(answer, 'vary').includes('*');
