// Reads messages that another program may have sent. Any value can come: a message counts only when it is whole.

import {
  memberNames,
  noCounts,
  type PageMessage,
  type RequestName,
  type WorkerMessage,
  type WorkerStats,
} from './messages.ts';

/** The most headers of a request in a message. No browser sends as many. */
const mostHeaders = 1_000;

type Members = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTextIfAny = (value: unknown): value is string | undefined => value === undefined || isText(value);

/**
 * Returns the own members of an object; none where a getter throws. What a page has added to `Object.prototype` is no
 * part of a message. A text, a list or bytes have one member for each item. A site may send millions of them.
 */
function ownOf(value: unknown): Members {
  try {
    const isObject = Object.prototype.toString.call(value) === '[object Object]';
    return { __proto__: null, ...(isObject && (value as object)) };
  } catch {
    return { __proto__: null };
  }
}

/** Returns a message from a page; undefined for anything else. */
export function pageMessage(data: unknown): PageMessage | undefined {
  const { type, openedAt, url, method, time, request, sent, first, onlyKnown } = ownOf(data);
  if (type === 'coflight:stats') return isNumber(openedAt) ? { type, openedAt } : { type };
  if (type === 'coflight:forget' && isTextIfAny(url)) return { type, url };
  if (type === 'coflight:answered' || type === 'coflight:watched')
    return isText(url) && isText(method) && isNumber(time) ? { type, url, method, time } : undefined;
  if (type === 'coflight:leave') return { type };
  if (type === 'coflight:idle') return isNumber(time) ? { type, time } : undefined;
  if (type !== 'coflight:abort' || !isName(request) || !isNumber(time)) return;
  if (sent !== undefined && !isNumber(sent)) return;
  return { type, request, time, sent, first: first === true, onlyKnown: onlyKnown === true };
}

const parts = [...memberNames, 'referrer', 'referrerPolicy'];

function isName(value: unknown): value is RequestName {
  const name = ownOf(value);
  return (
    isText(name.url) &&
    isText(name.destination) &&
    parts.every((part) => isTextIfAny(name[part])) &&
    areHeaders(name.headers)
  );
}

function areHeaders(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value) || value.length > mostHeaders) return false;
  return value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));
}

/** Returns a message from the worker; undefined for anything else. */
export function workerMessage(data: unknown): WorkerMessage | undefined {
  const { type, url, method, time, urls } = ownOf(data);
  if (type === 'coflight:closed')
    return Array.isArray(urls) && urls.every(isText) ? { type, urls } : undefined;
  return type === 'coflight:write' && isText(url) && isText(method) && isNumber(time)
    ? { type, url, method, time }
    : undefined;
}

const areCounters = (value: unknown) => Object.keys(noCounts).every((name) => isNumber(ownOf(value)[name]));

/** True for statistics of a worker. A worker without coflight may answer anything. */
export function isStats(data: unknown): data is WorkerStats {
  const { version, inFlight, all, page } = ownOf(data);
  return isText(version) && isNumber(inFlight) && areCounters(all) && areCounters(page);
}
