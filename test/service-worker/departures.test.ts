import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/protocol/messages.ts';
import { tellDepartures } from '../../src/register/departures.ts';
import type { FlightSource, Settled } from '../../src/register/options.ts';

let page: EventTarget;
let source: EventTarget;
let told: PageMessage[];
let quiet: () => void;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { baseURI: 'https://map.example/page' });
  source = new EventTarget();
  told = [];
  quiet = tellDepartures((message) => void told.push(message), source as FlightSource);
});
afterEach(() => void vi.unstubAllGlobals());

const settle = (detail: Settled) => source.dispatchEvent(new CustomEvent('settle', { detail }));
const hide = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

describe('the worker is told', () => {
  test('by its name which request the page has given up', () => {
    const request = new Request('https://map.example/tile', { headers: { 'x-own': 'a' } });
    settle({ url: request.url, request, role: 'leader', outcome: 'abandoned' });
    const { url, destination, mode, credentials } = request;
    const headers = [['x-own', 'a']];
    expect(told).toEqual([
      { type: 'coflight:leave', request: { url, destination, mode, credentials, headers } },
    ]);
  });

  test('what was answered that it may have taken for a write', () => {
    settle({ url: '/todos', role: 'bypass', outcome: 'done' });
    expect(told).toEqual([{ type: 'coflight:answered', url: 'https://map.example/todos' }]);
  });

  test('that the page goes, unless it may come back', () => {
    hide(true);
    expect(told).toEqual([]);
    hide(false);
    expect(told).toEqual([{ type: 'coflight:leave' }]);
  });

  test.each(['done', 'failed'])('nothing of what is %s', (outcome) => {
    settle({ url: '/tile', request: new Request('https://map.example/tile'), role: 'leader', outcome });
    expect(told).toEqual([]);
  });

  test('nothing any more after that was ended', () => {
    quiet();
    settle({ url: '/todos', role: 'bypass', outcome: 'done' });
    hide(false);
    expect(told).toEqual([]);
  });
});
