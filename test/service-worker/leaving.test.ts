import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestName } from '../../src/protocol/messages.ts';
import { follow } from '../support/following.ts';
import { coalescer, sent, tally } from '../support/open-coalescer.ts';
import { requestName } from '../support/request-name.ts';
import { type Init as AnswerInit, answer, streaming } from '../support/worker-network.ts';
import { seen } from '../support/worker-scope.ts';

type Init = Parameters<typeof seen>[1];

const ask = (init: Init = {}, clientId = 'one', path = '/a') => {
  const response = coalescer.serve(seen(path, { headers: { accept: '*/*' }, ...init }), { clientId });
  response.catch(() => {});
  return response;
};

/** The name of the request that `ask` makes by default. */
const name = requestName('/a');

/** No two aborts of a test have the same time, and none has that of an abort for which the test says 1 or 100 ms. */
let lastTime: number;
beforeEach(() => {
  lastTime = 1;
});

/** Aborts a request of a client, after all requests that it has sent until now. */
const leave = (client: string, request = name, time = Date.now() + ++lastTime, sent?: number) =>
  coalescer.leave(client, { request, time, sent });

const isAborted = (at = 0) => sent[at]?.request.signal.aborted;
const endOfTurn = () => vi.advanceTimersByTimeAsync(0);
/** A browser that still waits has come back by then. */
const returnTimeout = () => vi.advanceTimersByTimeAsync(500);
/** Returns whether no browser came back, and the request has ended. */
const ends = async (at = 0) => {
  await returnTimeout();
  return isAborted(at);
};

/** A browser of a client that still waits, as often as given. */
const back = (asked: Promise<Response>, times = Infinity, client = 'one') =>
  follow(asked, (location) => ask({}, client, location), times);

test('a message that names headers which no request can have ends no request', async () => {
  ask();
  await endOfTurn();
  leave('one', { ...name, headers: [['not a name', 'x']] });
  expect(await ends()).toBe(false);
});

describe('a signal that aborts', () => {
  // No browser aborts the signal of an event before the headers today.
  test('rejects its own caller with its reason, and no other', async () => {
    const controller = new AbortController();
    const leader = ask({ signal: controller.signal });
    const follower = ask();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(leader).rejects.toBe(reason);
    expect(isAborted()).toBe(false);
    sent[0]?.resolve(answer('shared'));
    expect(await (await follower).text()).toBe('shared');
    expect(sent).toHaveLength(1);
  });

  test('ends a body that no other caller reads (#19)', async () => {
    const body = streaming();
    const controller = new AbortController();
    const handed = ask({ signal: controller.signal });
    sent[0]?.resolve(body.response);
    await handed;
    const reason = new Error('enough');
    controller.abort(reason);
    await endOfTurn();
    expect(sent[0]?.request.signal.reason).toBe(reason);
    expect(tally.all.left).toBe(1);
  });

  test('ends the body of a browser that has come back (#19)', async () => {
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    leave('one');
    const back = ask({}, 'one', (await asked).headers.get('location') ?? '');
    sent[0]?.resolve(streaming().response);
    await back;
    controller.abort();
    await endOfTurn();
    expect(isAborted()).toBe(true);
  });

  test('does not end a body that another caller reads (#19)', async () => {
    const { response, write, end } = streaming();
    const controller = new AbortController();
    await Promise.all([ask({ signal: controller.signal }), sent[0]?.resolve(response)]);
    const follower = ask();
    controller.abort();
    await endOfTurn();
    await write('whole');
    end();
    expect(await (await follower).text()).toBe('whole');
  });

  test('rejects its caller at once with its reason while that waits for the whole body', async () => {
    const { response, write, end } = streaming();
    const leader = ask();
    sent[0]?.resolve(response);
    await leader;
    const controller = new AbortController();
    const follower = ask({ signal: controller.signal });
    await endOfTurn();
    controller.abort('enough');
    await expect(Promise.race([follower, endOfTurn()])).rejects.toBe('enough');
    await write('whole');
    end();
    expect(await (await leader).text()).toBe('whole');
    expect(tally.all.left).toBe(1);
  });

  test('changes nothing after the body has arrived (#19)', async () => {
    const controller = new AbortController();
    const handed = ask({ signal: controller.signal });
    sent[0]?.resolve(answer('whole'));
    expect(await (await handed).text()).toBe('whole');
    await endOfTurn();
    controller.abort();
    await endOfTurn();
    expect(isAborted()).toBe(false);
    expect(tally.all.left).toBe(0);
  });

  test('ends the request when it is the signal of all callers', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    ask({ signal });
    ask({ signal });
    controller.abort();
    await endOfTurn();
    expect(isAborted()).toBe(true);
  });
});

describe('a caller that sends its own request, because it may not use the shared answer,', () => {
  /** An answer that varies by what the key does not hold, and whose body is passed on as it arrives. */
  const varying = () => streaming({ headers: { vary: '*', 'content-length': `${2 ** 23}` } });

  test('keeps the shared request of another caller no longer', async () => {
    const controller = new AbortController();
    const leader = ask({ signal: controller.signal });
    ask({}, 'two');
    sent[0]?.resolve(varying().response);
    await leader;
    await endOfTurn();
    expect(sent).toHaveLength(2);
    controller.abort();
    await endOfTurn();
    expect(isAborted()).toBe(true);
    expect(tally.of('two').left).toBe(0);
  });

  test('extends the event with which its browser has come back', async () => {
    ask({ mode: 'no-cors', credentials: 'include' }, 'one');
    const asked = ask({}, 'two');
    coalescer.callers.clientClosed('one');
    leave('two');
    const request = seen((await asked).headers.get('location') ?? '');
    const waitUntil = vi.fn();
    const back = coalescer.serve(request, { clientId: 'two', event: { waitUntil } as never });
    sent[0]?.reject(new TypeError('Failed to fetch'));
    await endOfTurn();
    sent[1]?.resolve(answer('own'));
    expect(await (await back).text()).toBe('own');
    expect(waitUntil).toHaveBeenCalledTimes(2);
  });

  /** A caller whose own request is under way, and the one of another client whose answer it may not use. */
  const apart = async () => {
    const leader = ask({}, 'one');
    const asked = ask({}, 'two');
    sent[0]?.resolve(varying().response);
    await leader;
    await endOfTurn();
    expect(sent).toHaveLength(2);
    return { asked };
  };

  test('ends its own request alone when its client is closed', async () => {
    await apart();
    coalescer.callers.clientClosed('two');
    await endOfTurn();
    expect([isAborted(0), isAborted(1)]).toEqual([false, true]);
    expect(tally.of('two').left).toBe(1);
  });

  test('ends its own request alone when its page has aborted it', async () => {
    const { asked } = await apart();
    leave('two');
    expect((await asked).status).toBe(307);
    await returnTimeout();
    expect([isAborted(0), isAborted(1)]).toEqual([false, true]);
  });

  test('stays on its own request when its browser still waits', async () => {
    const { asked } = await apart();
    leave('two');
    const { answered } = back(asked, Infinity, 'two');
    await returnTimeout();
    sent[1]?.resolve(answer('own'));
    expect(await (await answered).text()).toBe('own');
    expect(sent).toHaveLength(2);
  });

  /** An abort that the page of a caller reports for the first time, while the answer that the caller may not use is on its way. */
  const abortFirst = async () => {
    const leader = ask({}, 'one');
    ask({}, 'two');
    const abort = { request: name, time: Date.now() + 1, first: true };
    coalescer.leave('two', abort);
    sent[0]?.resolve(varying().response);
    await leader;
    await endOfTurn();
    expect(sent).toHaveLength(2);
    return abort;
  };

  test('ends its own request when an equal one of its page is aborted later', async () => {
    await abortFirst();
    const time = vi.advanceTimersByTime(1_000) && Date.now();
    ask({}, 'two');
    leave('two', name, time + 1, time);
    await returnTimeout();
    expect([isAborted(0), isAborted(1), isAborted(2)]).toEqual([false, true, true]);
  });

  test('ends its own request when its page does not report the abort once more', async () => {
    await abortFirst();
    await vi.advanceTimersByTimeAsync(5_500);
    expect([isAborted(0), isAborted(1)]).toEqual([false, true]);
  });

  test('counts as in flight until its own body has arrived', async () => {
    const { asked } = await apart();
    expect(coalescer.inFlight).toBe(2);
    sent[1]?.resolve(answer(null, { status: 204 }));
    await asked;
    await endOfTurn();
    expect(coalescer.inFlight).toBe(1);
  });

  test('gets the body of its own request as it arrives', async () => {
    const { asked } = await apart();
    const { response } = streaming();
    sent[1]?.resolve(response);
    expect(await asked).toBe(response);
  });
});

test('the body of a request that could not be aborted is cancelled when it comes after all have left', async () => {
  ask({ referrer: 'https://styles.example/1.css' });
  coalescer.callers.clientClosed('one');
  await endOfTurn();
  expect(isAborted()).toBe(false);
  const { response, cancelled } = streaming({ headers: { 'content-length': `${2 ** 23}` } });
  sent[0]?.resolve(response);
  await cancelled;
  expect(coalescer.inFlight).toBe(0);
});

describe('a client that is closed', () => {
  test('ends its requests unless another client waits for them', async () => {
    ask({}, 'one');
    ask({}, 'two');
    coalescer.callers.clientClosed('one');
    expect(await ends()).toBe(false);
    coalescer.callers.clientClosed('two');
    await endOfTurn();
    expect(isAborted()).toBe(true);
    expect(coalescer.inFlight).toBe(0);
  });

  test('gets an AbortError, which no handler of the site takes for an answer (#19)', async () => {
    const [one, two] = [ask({}, 'one'), ask({}, 'two')];
    coalescer.callers.clientClosed('two');
    sent[0]?.resolve(answer('shared'));
    expect(await (await one).text()).toBe('shared');
    await expect(two).rejects.toMatchObject({ name: 'AbortError', message: 'The caller has left.' });
  });

  test('ends a body that no other client reads', async () => {
    const handed = ask();
    sent[0]?.resolve(streaming().response);
    await handed;
    coalescer.callers.clientClosed('one');
    await endOfTurn();
    expect(isAborted()).toBe(true);
  });

  test('does not end a body that others wait for', async () => {
    const { response, write, end } = streaming();
    const early = ask({}, 'one');
    sent[0]?.resolve(response);
    await early;
    const late = ask({}, 'two');
    coalescer.callers.clientClosed('one');
    await endOfTurn();
    await write('whole');
    end();
    expect(await (await late).text()).toBe('whole');
  });
});

describe('the only caller that is left at the headers, of which another one was the leader,', () => {
  /** The follower of a leader whose client is closed before the headers. */
  const inherit = () => {
    ask({}, 'one');
    const follower = ask({}, 'two');
    coalescer.callers.clientClosed('one');
    return follower;
  };

  test('gets the body as it arrives', async () => {
    const follower = inherit();
    const { response } = streaming();
    sent[0]?.resolve(response);
    await endOfTurn();
    expect(await Promise.race([follower, endOfTurn()])).toBe(response);
  });

  test('ends the request when it cancels the body', async () => {
    const follower = inherit();
    const body = streaming();
    sent[0]?.resolve(body.response);
    (await follower).body?.cancel();
    await vi.advanceTimersByTimeAsync(1_000);
    await body.cancelled;
  });

  test('lets other callers join until the last byte', async () => {
    const follower = inherit();
    const { response, write, end } = streaming();
    sent[0]?.resolve(response);
    await endOfTurn();
    const late = ask({}, 'three');
    await write('whole');
    end();
    for (const each of [follower, late]) expect(await (await each).text()).toBe('whole');
    expect(sent).toHaveLength(1);
  });
});

describe('a body that was kept for a caller whose browser was asked is cancelled, when its only reader has cancelled it, after the browser', () => {
  test.each([
    ['has not come back', returnTimeout],
    ['has closed the page', () => coalescer.callers.clientClosed('two')],
  ])('%s', async (_, end) => {
    const body = streaming({ headers: { 'content-length': `${2 ** 23}` } });
    const reader = ask();
    ask({}, 'two');
    leave('two');
    sent[0]?.resolve(body.response);
    const response = await reader;
    await end();
    response.body?.cancel();
    const isCancelled = body.cancelled.then(() => true);
    expect(await Promise.race([isCancelled, returnTimeout()])).toBe(true);
  });
});

describe('a caller whose browser comes back', () => {
  test('after the copy of its body was stopped sends its own request, and gets no empty body', async () => {
    const asked = ask();
    ask({}, 'two');
    sent[0]?.resolve(streaming().response);
    await endOfTurn();
    coalescer.callers.clientClosed('two');
    leave('one');
    const back = ask({}, 'one', (await asked).headers.get('location') ?? '');
    await endOfTurn();
    sent[1]?.resolve(answer('own'));
    expect(await (await back).text()).toBe('own');
  });
});

describe('a request that its page has aborted', () => {
  test('ends when no browser comes back for it', async () => {
    ask();
    leave('one');
    expect(tally.all.left).toBe(1);
    expect(isAborted()).toBe(false);
    expect(await ends()).toBe(true);
    expect(coalescer.inFlight).toBe(0);
  });

  test('goes on when a browser comes back for it each time: nothing is sent again', async () => {
    const asked = ask();
    leave('one');
    const { status, headers } = await asked;
    expect(status).toBe(307);
    expect(headers.get('location')).toMatch(/^https:\/\/map\.example\/a#/);
    const { answered, redirects } = back(asked);
    const counts = [];
    for (const delay of [0, 19, 1, 79, 1, 319, 1, 1_279, 1, 60_000]) {
      await vi.advanceTimersByTimeAsync(delay);
      counts.push(redirects.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(tally.all.calls).toBe(1);
    expect(isAborted()).toBe(false);
    sent[0]?.resolve(answer('waited for'));
    expect(await (await answered).text()).toBe('waited for');
    expect(sent).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])(
    'ends when a browser comes back %i times before it knows of the abort',
    async (times) => {
      const asked = ask();
      leave('one');
      back(asked, times);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(isAborted()).toBe(true);
      expect(tally.all.left).toBe(1);
    },
  );

  test('is asked about while an equal request of its page has its answer, whose body is still arriving', async () => {
    const answered = ask();
    sent[0]?.resolve(streaming().response);
    await answered;
    const aborted = ask();
    leave('one');
    expect((await aborted).status).toBe(307);
    expect(isAborted()).toBe(false);
  });

  test('is not asked about again once it has its answer', async () => {
    const asked = ask();
    leave('one');
    const { answered, redirects } = back(asked);
    await endOfTurn();
    const body = streaming();
    sent[0]?.resolve(body.response);
    await answered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(redirects).toHaveLength(1);
    expect(isAborted()).toBe(false);
    coalescer.clientClosed('one');
    expect(tally.all.left).toBe(2);
  });

  test('goes on when the browsers of two clients that have aborted it come back each time', async () => {
    const [one, two] = [ask(), ask({}, 'two')];
    leave('one');
    leave('two');
    const [first, second] = [back(one), back(two, Infinity, 'two')];
    await vi.advanceTimersByTimeAsync(60_000);
    sent[0]?.resolve(answer('waited for'));
    for (const { answered } of [first, second]) expect(await (await answered).text()).toBe('waited for');
    expect(sent).toHaveLength(1);
  });

  test('is asked about by an answer that no cache stores, because a handler of the site may get it (#19)', async () => {
    const asked = ask();
    leave('one');
    expect((await asked).headers.get('vary')).toBe('*');
  });

  test('is sent again when a browser comes back for it too late', async () => {
    const asked = ask();
    leave('one');
    const location = (await asked).headers.get('location') ?? '';
    expect(await ends()).toBe(true);
    const back = ask({}, 'one', location);
    sent[1]?.resolve(answer('again'));
    expect(await (await back).text()).toBe('again');
  });

  // WebKit follows to another origin without this header, though the URL is the same.
  test('is sent again with its `Authorization` when a browser without it comes back too late (#19)', async () => {
    const asked = ask({ headers: { authorization: 'Bearer ann' } });
    leave('one', { ...name, headers: [['authorization', 'Bearer ann']] });
    const location = (await asked).headers.get('location') ?? '';
    expect(await ends()).toBe(true);
    ask({ headers: {} }, 'one', location);
    await endOfTurn();
    expect(sent[1]?.request.headers.get('authorization')).toBe('Bearer ann');
    ask({ headers: {} });
    await endOfTurn();
    expect(sent[2]?.request.headers.get('authorization')).toBe(null);
  });

  test.each<[string, AnswerInit, string[]]>([
    ['that the worker copies', {}, ['one']],
    ['that the worker copies and cannot rebuild', { type: 'cors' }, ['one']],
    ['that the worker passes on', { type: 'opaque' }, ['one']],
    ['that the worker copies for another client, too', {}, ['one', 'two']],
    ['that the worker clones for another client, too', { type: 'cors' }, ['one', 'two']],
    ['that the worker passes on to another client, too', { type: 'opaque' }, ['one', 'two']],
  ])('goes on when its headers come before its browser is back, with a body %s', async (_, init, clients) => {
    const [asked, ...others] = clients.map((client) => ask({}, client));
    leave('one');
    const location = (await asked)?.headers.get('location') ?? '';
    sent[0]?.resolve(answer('waited for', init));
    await endOfTurn();
    const back = ask({}, 'one', location);
    for (const each of [back, ...others]) expect(await (await each).text()).toBe('waited for');
    await returnTimeout();
    expect(isAborted()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(tally.all.failed).toBe(0);
  });

  test.each<[string, () => void]>([
    ['is answered', () => sent[0]?.resolve(answer('shared'))],
    ['fails', () => sent[0]?.reject(new TypeError('Failed to fetch'))],
  ])(
    'is not sent for a caller whose browser is not back when the request of another one %s',
    async (_, end) => {
      ask({ mode: 'no-cors', credentials: 'include' }, 'two');
      ask();
      leave('one');
      await endOfTurn();
      end();
      await returnTimeout();
      expect(sent).toHaveLength(1);
    },
  );

  test.each<[string, AnswerInit]>([
    ['that the worker copies', {}],
    ['that the worker passes on', { type: 'opaque' }],
  ])('ends when its headers come and no browser comes back for it, with a body %s', async (_, init) => {
    ask();
    leave('one');
    await endOfTurn();
    sent[0]?.resolve(streaming(init).response);
    expect(await ends()).toBe(true);
    expect([coalescer.inFlight, coalescer.callers.arriving.size]).toEqual([0, 0]);
  });

  test('can be aborted again after a browser came back for it', async () => {
    const asked = ask();
    leave('one');
    ask({}, 'one', (await asked).headers.get('location') ?? '');
    await returnTimeout();
    leave('one');
    expect(await ends()).toBe(true);
  });

  describe('by a page that says later that it was not busy', () => {
    const idle = (time: number, client = 'one') => coalescer.callers.asks.idle(client, time);
    /** Aborts the request, and lets time pass. Returns the time of the abort, and the place to which its browser is sent. */
    const aborted = async (delay: number) => {
      const asked = ask();
      await endOfTurn();
      const time = Date.now() + ++lastTime;
      leave('one', name, time);
      await vi.advanceTimersByTimeAsync(delay);
      return { asked, time };
    };

    test('ends then, when its browser has not come back', async () => {
      const { time } = await aborted(100);
      expect(isAborted()).toBe(false);
      idle(time);
      await endOfTurn();
      expect(isAborted()).toBe(true);
    });

    test('goes on when its browser has come back', async () => {
      const { asked, time } = await aborted(0);
      const { answered } = back(asked);
      await vi.advanceTimersByTimeAsync(100);
      idle(time);
      expect(await ends()).toBe(false);
      sent[0]?.resolve(answer('waited for'));
      expect(await (await answered).text()).toBe('waited for');
    });

    test('goes on when its browser was asked less than 100 ms ago', async () => {
      const { time } = await aborted(99);
      idle(time);
      await endOfTurn();
      expect(isAborted()).toBe(false);
    });

    test.each([
      ['another client', 'two', 0],
      ['another abort', 'one', 1],
    ])('goes on when %s is named', async (_, client, later) => {
      const { time } = await aborted(100);
      idle(time + later, client);
      await endOfTurn();
      expect(isAborted()).toBe(false);
    });
  });

  test('is asked about 15 times at most, because a browser follows 20 redirects alone (#19)', async () => {
    let path = '/a';
    for (let times = 1; times <= 15; times++) {
      const asked = ask({}, 'one', path);
      leave('one');
      path = (await asked).headers.get('location') ?? '';
    }
    const back = ask({}, 'one', path);
    leave('one');
    expect(await ends()).toBe(false);
    sent[0]?.resolve(answer('waited for'));
    expect(await (await back).text()).toBe('waited for');
    expect(sent).toHaveLength(1);
  });

  test('takes no caller', () => {
    ask();
    leave('one');
    ask({}, 'two');
    expect(sent).toHaveLength(2);
  });

  // WebKit never cancels the body that a caller gets after it has left.
  test('goes on while another client waits. A caller that does not come back gets no body', async () => {
    const [one, two] = [ask({}, 'one'), ask({}, 'two')];
    leave('one');
    expect((await one).status).toBe(307);
    expect(await ends()).toBe(false);
    sent[0]?.resolve(answer('shared'));
    expect(await (await two).text()).toBe('shared');
  });

  test('goes on for another client, which gets no clone once the first one can no longer come back', async () => {
    const [, two] = [ask({}, 'one'), ask({}, 'two')];
    leave('one');
    await returnTimeout();
    const response = answer('whole', { type: 'opaque' });
    sent[0]?.resolve(response);
    expect(await two).toBe(response);
  });

  test.each<ResponseType>(['opaque', 'basic'])(
    'has the body itself when its browser comes back last, and other clients have clones (%s)',
    async (type) => {
      const [one, ...others] = [ask({}, 'one'), ask({}, 'two'), ask({}, 'three')] as const;
      leave('one');
      const location = (await one).headers.get('location') ?? '';
      const response = answer('shared', { type });
      sent[0]?.resolve(response);
      for (const other of others) expect(await other).not.toBe(response);
      expect(await ask({}, 'one', location)).toBe(response);
    },
  );

  test('leaves the body itself to the last one that waits, when its browser has come back before', async () => {
    const [one, two] = [ask({}, 'one'), ask({}, 'two')];
    leave('one');
    const returned = ask({}, 'one', (await one).headers.get('location') ?? '');
    const response = answer('shared', { type: 'opaque' });
    sent[0]?.resolve(response);
    const [last, first] = [await returned, await two];
    expect([last, first].filter((each) => each === response)).toHaveLength(1);
  });

  // A new response would be `redirected`, because its browser was.
  test('is answered by a clone when its browser comes back while another client waits', async () => {
    const [one, two] = [ask({}, 'one'), ask({}, 'two')];
    leave('one');
    const { answered } = back(one);
    await returnTimeout();
    const response = answer('shared');
    sent[0]?.resolve(response);
    const answers = [await answered, await two];
    expect(answers).toContain(response);
    for (const each of answers) expect(await each.text()).toBe('shared');
    expect(sent).toHaveLength(1);
  });

  test('goes on while its client has another one of the same name, without asking', async () => {
    const [one, two] = [ask(), ask()];
    leave('one');
    expect(await ends()).toBe(false);
    sent[0]?.resolve(answer('shared'));
    for (const each of [one, two]) expect(await (await each).text()).toBe('shared');
  });

  describe('while its client waits for an older one like it on another flight', () => {
    /** The older one can no longer be joined. The two look the same to the worker, but their page names the later one. */
    const askOnTwo = () => {
      const older = ask();
      coalescer.forget();
      vi.advanceTimersByTime(1_000);
      const later = ask();
      expect(sent).toHaveLength(2);
      leave('one', name, Date.now() + 1, Date.now());
      return { older, later };
    };

    test('neither of them is ended or asked about: the browser may have aborted the older one', async () => {
      const { older } = askOnTwo();
      expect(await ends(0)).toBe(false);
      expect(isAborted(1)).toBe(false);
      sent[0]?.resolve(answer('waited for'));
      expect(await (await older).text()).toBe('waited for');
    });

    test('both are asked about when both were aborted', async () => {
      const { older, later } = askOnTwo();
      leave('one');
      for (const each of [older, later]) expect((await each).status).toBe(307);
      expect(await ends(0)).toBe(true);
      expect(isAborted(1)).toBe(true);
    });

    test('it is ended alone when the older one is of another client', async () => {
      ask({}, 'two');
      coalescer.forget();
      vi.advanceTimersByTime(1_000);
      ask();
      leave('one');
      expect(await ends(1)).toBe(true);
      expect(isAborted(0)).toBe(false);
    });

    test('it takes no caller when the older one is of another client', () => {
      ask({}, 'two');
      coalescer.forget();
      vi.advanceTimersByTime(1_000);
      ask();
      leave('one');
      ask({}, 'three');
      expect(sent).toHaveLength(3);
    });
  });

  test.each(['x-accept', 'accept-x'])('is not one with %s, which no browser adds', async (header) => {
    ask({ headers: { accept: '*/*', [header]: 'a' } });
    leave('one');
    expect(await ends()).toBe(false);
  });

  test('ends where its browser adds `Accept` alone', async () => {
    ask();
    leave('one', { ...name, headers: [] });
    expect(await ends()).toBe(true);
  });

  test('ends when all requests of the same name are aborted', async () => {
    ask();
    ask();
    leave('one');
    leave('one');
    expect(await ends()).toBe(true);
  });

  test('ends when all other callers have left', async () => {
    ask({}, 'one');
    ask({}, 'two');
    leave('one');
    coalescer.callers.clientClosed('two');
    expect(await ends()).toBe(true);
  });

  test('ends when the page names no defaults: neither its policy nor headers that its browser adds', async () => {
    ask({
      headers: { accept: '*/*', 'accept-language': 'en', 'sec-ch-ua': 'x', 'user-agent': 'y', origin: 'z' },
    });
    leave('one');
    expect(await ends()).toBe(true);
  });

  test('ends though a policy has cut its referrer', async () => {
    ask({ referrer: 'https://map.example/' });
    leave('one');
    expect(await ends()).toBe(true);
  });

  test('is the one with the usual policy, where the page names none', async () => {
    ask({ referrerPolicy: 'no-referrer', referrer: '' });
    ask();
    leave('one');
    expect(await ends(1)).toBe(true);
    expect(isAborted(0)).toBe(false);
  });

  test('is an image of which the page knows the URL alone', async () => {
    ask({ destination: 'image', mode: 'no-cors', credentials: 'include', headers: { accept: 'image/png' } });
    leave('one', { url: name.url, destination: 'image' });
    expect(await ends()).toBe(true);
  });

  test('ends in mid-body with its own body: its copy is read no longer', async () => {
    const body = streaming();
    const handed = ask();
    sent[0]?.resolve(body.response);
    const response = await handed;
    leave('one');
    response.body?.cancel();
    await body.cancelled;
  });

  // WebKit's timeline does not list a cancelled body.
  test.each([
    ['that the worker copies', {}],
    ['that the worker passes on', { type: 'opaque' } as const],
  ])(
    'A request that its page has aborted in mid-body is over although the timeline does not list its body, %s',
    async (_, init) => {
      const handed = ask();
      sent[0]?.resolve(streaming(init).response);
      await handed;
      leave('one');
      await endOfTurn();
      expect(coalescer.inFlight).toBe(0);
    },
  );

  test('A request that its page has aborted in mid-body is in flight as long as another client waits for its body', async () => {
    const body = streaming();
    const handed = ask();
    sent[0]?.resolve(body.response);
    await handed;
    const other = ask({}, 'two');
    leave('one');
    await endOfTurn();
    expect(coalescer.inFlight).toBe(1);
    await body.write('whole');
    body.end();
    expect(await (await other).text()).toBe('whole');
  });

  test('A request that its page has aborted in mid-body is over although a caller that waited for its body comes back, with a new request', async () => {
    const handed = ask();
    sent[0]?.resolve(streaming().response);
    await handed;
    const { answered } = back(ask({}, 'two'), Infinity, 'two');
    leave('one');
    leave('two');
    await returnTimeout();
    expect(coalescer.inFlight).toBe(1);
    sent[1]?.resolve(answer('anew'));
    expect(await (await answered).text()).toBe('anew');
  });

  test('Callers that come back together to a request that is over share the new one, of which they get clones', async () => {
    const handed = ask();
    sent[0]?.resolve(streaming().response);
    await handed;
    const others = ['two', 'three'].map((client) => back(ask({}, client), Infinity, client));
    for (const client of ['one', 'two', 'three']) leave(client);
    await returnTimeout();
    expect(sent).toHaveLength(2);
    const response = answer('anew');
    sent[1]?.resolve(response);
    const answers = await Promise.all(others.map(({ answered }) => answered));
    expect(answers).toContain(response);
    for (const each of answers) expect(await each.text()).toBe('anew');
  });

  test('A caller that has come back with a new request can be aborted', async () => {
    const handed = ask();
    sent[0]?.resolve(streaming().response);
    await handed;
    let waits = true;
    const never = new Promise<never>(() => {});
    follow(ask({}, 'two'), (location) => (waits ? ask({}, 'two', location) : never));
    leave('one');
    leave('two');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([sent.length, isAborted(1)]).toEqual([2, false]);
    waits = false;
    leave('two');
    expect(await ends(1)).toBe(true);
  });

  test('A request that its page has aborted in mid-body is in flight as long as a caller waits that was asked too often', async () => {
    const body = streaming();
    const handed = ask();
    sent[0]?.resolve(body.response);
    await handed;
    let path = '/a';
    for (let times = 1; times <= 15; times++) {
      const asked = ask({}, 'two', path);
      leave('two');
      path = (await asked).headers.get('location') ?? '';
    }
    const back = ask({}, 'two', path);
    leave('two');
    leave('one');
    await endOfTurn();
    expect(coalescer.inFlight).toBe(1);
    await body.write('waited for');
    body.end();
    expect(await (await back).text()).toBe('waited for');
    expect(sent).toHaveLength(1);
  });

  test('A request that its page has aborted in mid-body takes no caller', async () => {
    const handed = ask();
    sent[0]?.resolve(streaming().response);
    await handed;
    leave('one');
    ask();
    expect(sent).toHaveLength(2);
  });

  test('A request that its page has aborted in mid-body is not ended for another one that has the same body', async () => {
    const body = streaming();
    const handed = ask();
    sent[0]?.resolve(body.response);
    const response = await handed;
    leave('one');
    await returnTimeout();
    await body.write('still read');
    body.end();
    expect(await response.text()).toBe('still read');
    expect(isAborted()).toBe(false);
  });

  test('does not end a later request', async () => {
    leave('one');
    ask();
    expect(await ends()).toBe(false);
  });

  describe('as soon as it was sent, while an older one like it waits,', () => {
    /** An older request that its page does not know, and one that came to the worker when it had been aborted. */
    const askTwice = () => {
      const older = ask();
      vi.advanceTimersByTime(1_000);
      ask();
      return older;
    };

    test('is not sent again', async () => {
      const older = askTwice();
      leave('one', name, Date.now(), Date.now());
      await endOfTurn();
      expect(sent).toHaveLength(1);
      sent[0]?.resolve(answer('shared'));
      expect(await (await older).text()).toBe('shared');
    });

    test('is the one that leaves, although its page was busy when it was sent', async () => {
      askTwice();
      leave('one', name, Date.now() + 100.5, Date.now() + 100);
      leave('one');
      expect(tally.all.left).toBe(2);
      expect(await ends()).toBe(true);
    });

    test('ends nothing before it has come', async () => {
      const older = ask();
      vi.advanceTimersByTime(1_000);
      leave('one', name, Date.now(), Date.now());
      expect(tally.all.left).toBe(0);
      sent[0]?.resolve(answer('waited for'));
      expect(await (await older).text()).toBe('waited for');
    });
  });
});

describe('a caller that asks for the same as soon as its page has aborted a request', () => {
  /** Sends a request, aborts it, and repeats it: the message of the abort comes last. */
  const repeat = (init: Init = {}) => {
    ask();
    vi.advanceTimersByTime(1_000);
    const time = Date.now();
    const again = ask(init);
    return { again, time };
  };

  test('gets a new request, although it had joined the aborted one', async () => {
    const { again, time } = repeat();
    expect(sent).toHaveLength(1);
    leave('one', name, time);
    await endOfTurn();
    expect(sent).toHaveLength(2);
    expect(await ends()).toBe(true);
    sent[1]?.resolve(answer('again'));
    expect(await (await again).text()).toBe('again');
    expect(coalescer.inFlight).toBe(0);
    expect(tally.all).toMatchObject({ calls: 2, launched: 2, left: 1 });
  });

  test('does so when several aborts have come in one millisecond', async () => {
    const { time } = repeat();
    leave('one', name, time + 0.003);
    await endOfTurn();
    expect(sent).toHaveLength(2);
  });

  test('shares its request with others that do the same', async () => {
    const { again, time } = repeat();
    const third = ask();
    leave('one', name, time);
    await endOfTurn();
    expect(sent).toHaveLength(2);
    sent[1]?.resolve(answer('again'));
    for (const each of [again, third]) expect(await (await each).text()).toBe('again');
  });

  test('may be aborted in its turn', async () => {
    const { time } = repeat();
    leave('one', name, time);
    await endOfTurn();
    leave('one');
    expect(await ends(1)).toBe(true);
  });

  test('leaves the aborted request to a client that waits for it', async () => {
    const other = ask({}, 'two');
    const { again, time } = repeat();
    leave('one', name, time);
    await endOfTurn();
    expect(sent).toHaveLength(2);
    expect(await ends(0)).toBe(false);
    sent[0]?.resolve(answer('first'));
    sent[1]?.resolve(answer('again'));
    expect(await (await other).text()).toBe('first');
    expect(await (await again).text()).toBe('again');
    expect(tally.all.left).toBe(1);
  });

  test('keeps what it has when the answer was there before the message', async () => {
    const { again, time } = repeat();
    sent[0]?.resolve(streaming().response);
    await vi.advanceTimersByTimeAsync(1_000);
    await again;
    leave('one', name, time);
    await endOfTurn();
    expect(sent).toHaveLength(1);
  });

  test('does not keep the aborted request under way when it has launched another one', async () => {
    ask();
    coalescer.forget();
    vi.advanceTimersByTime(1_000);
    const time = Date.now();
    ask();
    coalescer.forget();
    leave('one', name, time);
    expect(await ends(0)).toBe(true);
    expect(isAborted(1)).toBe(false);
    expect(sent).toHaveLength(2);
  });

  test('stays on a request of another client', async () => {
    ask({}, 'two');
    const { time } = repeat({ headers: { 'x-own': 'a' } });
    leave('one', name, time);
    await endOfTurn();
    expect(sent).toHaveLength(2);
  });
});

describe('of several requests of one name, an abort is about the one', () => {
  test('An abort is about the request that came when the page had sent it, not about an earlier one of the same name', () => {
    ask();
    vi.advanceTimersByTime(60);
    ask();
    const now = Date.now();
    // In the millisecond of the abort, so that it could be a repeat of the earlier one.
    leave('one', name, now, now);
    expect(sent).toHaveLength(1);
  });

  test('When a busy page notes late that it has sent a request, its abort is about that request, not about a repeat', async () => {
    ask();
    const noted = Date.now() + 80;
    const aborted = noted + 20;
    vi.setSystemTime(aborted + 1);
    const repeated = ask();
    leave('one', name, aborted, noted);
    await endOfTurn();
    expect(sent).toHaveLength(2);
    sent[1]?.resolve(answer('again'));
    expect(await (await repeated).text()).toBe('again');
  });
});

describe('an abort that the page reports twice', () => {
  test('takes one caller off', async () => {
    ask();
    ask();
    const time = Date.now() + 1;
    leave('one', name, time);
    leave('one', name, time);
    expect(tally.all.left).toBe(1);
    expect(await ends()).toBe(false);
  });

  test('asks a browser again that has come back in between, because it may not have known of the abort', async () => {
    const time = Date.now() + 1;
    let waiting = ask();
    for (let count = 0; count < 2; count++) {
      leave('one', name, time);
      waiting = ask({}, 'one', (await waiting).headers.get('location') ?? '');
    }
    leave('one', name, time);
    await waiting;
    expect(await ends()).toBe(true);
    expect(tally.all.left).toBe(1);
  });

  test('asks the same browser again while a request that looks the same is under way', async () => {
    const asked = ask();
    vi.advanceTimersByTime(1_000);
    const time = Date.now();
    coalescer.leave('one', { request: name, time: time + 0.001 });
    ask({}, 'one', (await asked).headers.get('location') ?? '');
    ask();
    coalescer.leave('one', { request: name, time: time + 0.001, onlyKnown: true });
    expect(await ends()).toBe(true);
    expect(isAborted(1)).toBe(false);
  });

  test('is about no request that looks the same, when the aborted one never came', async () => {
    ask();
    coalescer.leave('one', { request: name, time: Date.now() + 1, onlyKnown: true });
    expect(tally.all.left).toBe(0);
    expect(await ends()).toBe(false);
  });
});

describe('an abort that the page reports for the first time', () => {
  /** Reports an abort. Returns its time. */
  const leaveFirst = (client = 'one') => {
    const time = Date.now() + ++lastTime;
    coalescer.leave(client, { request: name, time, first: true });
    return time;
  };

  test('asks no browser: its page may be busy, and carries the abort out later', async () => {
    const asked = ask();
    const time = leaveFirst();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(isAborted()).toBe(false);
    leave('one', name, time);
    expect((await asked).status).toBe(307);
    expect(await ends()).toBe(true);
    expect(tally.all.left).toBe(1);
  });

  test('closes the request to later calls, which get another one', () => {
    ask();
    leaveFirst();
    ask();
    expect(sent).toHaveLength(2);
  });

  test('takes no call off the flight that came after it and joined because another client waits', async () => {
    ask();
    ask({}, 'two');
    const time = leaveFirst();
    vi.setSystemTime(time + 1);
    const joined = ask();
    leave('one', name, time);
    sent[0]?.resolve(answer('shared'));
    expect(await (await joined).text()).toBe('shared');
    expect(sent).toHaveLength(1);
  });

  test('asks after five seconds when the page says nothing more, because it may be frozen', async () => {
    const asked = ask();
    leaveFirst();
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await asked).status).toBe(307);
    expect(await ends()).toBe(true);
  });

  test('asks this browser alone after five seconds when another client waits', async () => {
    const [one, two] = [ask(), ask({}, 'two')];
    leaveFirst();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await one).status).toBe(307);
    sent[0]?.resolve(answer('shared'));
    expect(await (await two).text()).toBe('shared');
  });
});

describe('a request with another name is not ended', () => {
  const names: [string, RequestName][] = [
    ['URL', { ...name, url: 'https://map.example/b' }],
    ['fragment', { ...name, url: `${name.url}#part` }],
    ['method', { ...name, method: 'HEAD' }],
    ['destination', { ...name, destination: 'image' }],
    ['mode', { ...name, mode: 'no-cors' }],
    ['credentials', { ...name, credentials: 'include' }],
    ['cache', { ...name, cache: 'no-store' }],
    ['redirect', { ...name, redirect: 'error' }],
    ['integrity', { ...name, integrity: 'sha256-a' }],
    ['referrer', { ...name, referrer: 'https://map.example/other' }],
    ['no referrer', { ...name, referrer: '' }],
    ['referrer policy', { ...name, referrerPolicy: 'origin' }],
    ['Accept', { ...name, headers: [['accept', 'text/html']] }],
    [
      'a header that was not sent',
      {
        ...name,
        headers: [
          ['accept', '*/*'],
          ['x-own', 'a'],
        ],
      },
    ],
  ];
  test.each(names)('%s', async (_, other) => {
    ask();
    leave('one', other);
    expect(tally.all.left).toBe(0);
    expect(await ends()).toBe(false);
  });

  test.each([{ authorization: 'Bearer b' }, { 'x-own': 'b' }])(
    'a header that is not named: %o',
    async (more) => {
      ask({ headers: { accept: '*/*', ...more } });
      leave('one');
      expect(await ends()).toBe(false);
    },
  );

  test('another client', async () => {
    ask({}, 'two');
    leave('one');
    expect(await ends()).toBe(false);
  });

  test('one that cannot be asked, because it follows no redirects', async () => {
    ask({ redirect: 'manual' });
    leave('one', { ...name, redirect: 'manual' });
    expect(await ends()).toBe(false);
  });
});
