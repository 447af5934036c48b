// What an answer says of how it may be shared.

/** Answers without an end: what was sent before is nothing for a newcomer. */
const endless = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

/** Statuses with which no Response can be made, or none with a body. (Fetch, "null body status") */
const bodiless = /^(10[13]|20[45]|304|[6-9]..)$/;

const header = ({ headers }: Response, name: string): string => headers.get(name) ?? '';

export const isEndless = (answer: Response): boolean => endless.test(header(answer, 'content-type'));

/** Its body can be handed out anew. */
export const isReadable = ({ body, status }: Response): boolean => !!body && !bodiless.test(`${status}`);

/** It may still be joined when it is whole. */
export const mayLinger = (answer: Response): boolean =>
  answer.ok && !/no-store/i.test(header(answer, 'cache-control')) && !header(answer, 'vary').includes('*');
