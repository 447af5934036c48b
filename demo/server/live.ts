// Tells a page what its link is doing, as server-sent events: at most ten a second, always the newest.

import type { ServerResponse } from 'node:http';
import type { Link } from './link.ts';

const pause = 100;

/** Answers with the link's reports until the page goes away. */
export function sendLive(link: Link, res: ServerResponse): void {
  const gone = new AbortController();
  /** Set exactly while a report was sent less than a pause ago. */
  let timer: NodeJS.Timeout | undefined;
  let stale = false;
  const send = () => {
    if (timer) {
      stale = true;
      return;
    }
    stale = false;
    res.write(`data: ${JSON.stringify(link.report)}\n\n`);
    timer = setTimeout(() => {
      timer = undefined;
      if (stale) send();
    }, pause);
  };
  res.once('close', () => {
    clearTimeout(timer);
    gone.abort();
  });
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  link.watch(send, gone.signal);
}
