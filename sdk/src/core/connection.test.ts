import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from './connection.ts';
import {
  type ApiError,
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  LimitError,
  ServerError,
  TimeoutError,
} from './errors.ts';
import type { CallOptions, Fetch, WeftlineOptions } from './options.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const ok = () => json(200, { is_fine: true });

/** A connection to a server that gives these responses in turn, with the requests it got. */
function connect(answers: (Response | Error)[], options: WeftlineOptions = {}) {
  const requests: { url: string; init: RequestInit; at: number }[] = [];
  const fetch: Fetch = async (url, init) => {
    requests.push({ url, init, at: Date.now() });
    const answer = answers.shift();
    if (!answer) throw new Error('No further answer is planned.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const connection = new Connection({
    baseUrl: 'https://api.test',
    apiKey: 'k',
    fetch,
    ...options,
  });
  const pauses = () => requests.slice(1).map(({ at }, index) => at - requests[index]!.at);
  return { connection, requests, pauses };
}

const get = { method: 'GET', path: '/apix/status/' };
const readHeader = ({ init }: { init: RequestInit }, name: string) =>
  new Headers(init.headers).get(name);

/**
 * Lets time pass until this has ended. Not until no timer is left: other tests of this thread may
 * have left one that repeats for ever.
 */
async function passTime<T>(running: Promise<T>): Promise<T> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  running.then(end, end);
  while (!hasEnded) await vi.advanceTimersToNextTimerAsync();
  return running;
}

/** What a call ends with when time passes as fast as it is waited for. */
const outcome = (connection: Connection, options?: CallOptions, request = get) =>
  passTime(connection.send(request, options).catch((error: unknown) => error));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

describe('repetitions', () => {
  it.each([408, 429, 500, 502, 503])('repeats status %i', async (status) => {
    const { connection, requests } = connect([json(status, {}), ok()]);
    expect(await outcome(connection)).toMatchObject({ status: 200 });
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 413, 422])('does not repeat status %i', async (status) => {
    const { connection, requests } = connect([json(status, { code: 'a', detail: 'b' })]);
    expect(await outcome(connection)).toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  it('repeats 409 only while the first request is running', async () => {
    const { connection } = connect([json(409, { code: 'idempotency_in_flight' }), ok()]);
    expect(await outcome(connection)).toMatchObject({ status: 200 });
  });

  it('repeats after a broken connection, and says at last what broke', async () => {
    const cause = new TypeError('socket hang up');
    const { connection, requests } = connect([cause, cause, cause]);
    const error = await outcome(connection, { retries: 2 });
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ cause });
    expect(requests).toHaveLength(3);
  });

  it('waits as long as Retry-After says', async () => {
    const { connection, pauses } = connect([json(429, {}, { 'retry-after': '7' }), ok()]);
    await outcome(connection);
    expect(pauses()[0]).toBeGreaterThanOrEqual(7000);
    expect(pauses()[0]).toBeLessThan(7600);
  });

  it('draws its pauses from a range that doubles', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const failures = [1, 2, 3, 4, 5, 6].map(() => json(500, {}));
    const { connection, pauses } = connect(failures);
    await outcome(connection, { retries: 5 });
    vi.restoreAllMocks();
    expect(pauses()).toEqual([500, 1000, 2000, 4000, 4000]);
  });

  it('gives up at once where the wait would pass the budget', async () => {
    const { connection, requests } = connect([json(429, {}, { 'retry-after': '3600' })]);
    expect(await outcome(connection)).toMatchObject({ status: 429, retryAfter: 3600 });
    expect(requests).toHaveLength(1);
  });

  it('does not repeat a stream, which is read once', async () => {
    const { connection, requests } = connect([json(500, {})]);
    const request = { method: 'PUT', path: '/apix/a/', body: new ReadableStream() };
    expect(await outcome(connection, {}, request)).toBeInstanceOf(ServerError);
    expect(requests[0]?.init).toMatchObject({ duplex: 'half' });
  });
});

describe('time limits', () => {
  const hanging: Fetch = (_url, { signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

  it('ends each attempt after its time, and all of them after the total', async () => {
    const { connection } = connect([], { fetch: hanging, timeoutMs: 1000, totalMs: 2500 });
    const startedAt = Date.now();
    expect(await outcome(connection, { retries: 9 })).toBeInstanceOf(TimeoutError);
    expect(Date.now() - startedAt).toBeLessThanOrEqual(2500);
  });

  it('ends with the reason of a signal, at once', async () => {
    const { connection, requests } = connect([json(503, {}, { 'retry-after': '60' })]);
    const stop = new AbortController();
    const result = connection.send(get, { signal: stop.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    const reason = new Error('the user left');
    stop.abort(reason);
    expect(await result).toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('errors', () => {
  const readError = async (status: number, body: unknown, headers?: Record<string, string>) =>
    (await outcome(connect([json(status, body, headers)]).connection, { retries: 0 })) as ApiError;

  it('have code, sentence, request id, help and wait', async () => {
    const body = { detail: 'Too many.', code: 'throttled', help: 'https://h.test/throttled' };
    const headers = { 'x-request-id': 'r1', 'retry-after': '3' };
    const error = await readError(429, body, headers);
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({
      message: 'Too many.',
      code: 'throttled',
      help: 'https://h.test/throttled',
      requestId: 'r1',
      retryAfter: 3,
    });
  });

  it('name the fields that are not valid', async () => {
    const body = {
      email: ['Enter a valid email address.'],
      items: [null, { price: ['Too low.'] }],
    };
    const error = await readError(400, body);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.code).toBe('invalid_input');
    expect(error.fields).toEqual(body);
    expect(error.message).toBe('email: Enter a valid email address. items.1.price: Too low.');
  });

  it('of the whole request have no field', async () => {
    const body = { non_field_errors: ['Not among the targets.'], code: 'target_refused' };
    expect(await readError(400, body)).toMatchObject({
      message: 'Not among the targets.',
      code: 'target_refused',
      fields: { non_field_errors: ['Not among the targets.'] },
    });
  });

  it('are read in the shape of OpenAI too', async () => {
    const error = await readError(401, {
      error: { message: 'No key.', code: 'not_authenticated' },
    });
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ message: 'No key.', code: 'not_authenticated' });
  });

  it('may be no JSON at all', async () => {
    const { connection } = connect([new Response('<html>', { status: 502 })]);
    const error = await outcome(connection, { retries: 0 });
    expect(error).toMatchObject({ status: 502, body: '<html>', code: 'http_502' });
  });
});

describe('credentials', () => {
  const session = { access: 'old', refresh: 'r' };
  const refused = () => json(401, { code: 'token_not_valid', detail: 'Expired.' });

  it('sends the key', async () => {
    const { connection, requests } = connect([ok()]);
    await outcome(connection);
    expect(readHeader(requests[0]!, 'x-api-key')).toBe('k');
  });

  it('refreshes a session once for all requests that were refused', async () => {
    const seen: unknown[] = [];
    const responses = [refused(), refused(), json(200, { access: 'new' }), ok(), ok()];
    const options = { session, onSession: (tokens: unknown) => seen.push(tokens) };
    const { connection, requests } = connect(responses, options);
    const both = await passTime(Promise.all([connection.send(get), connection.send(get)]));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(requests.map((one) => readHeader(one, 'authorization'))).toEqual([
      'Bearer old',
      'Bearer old',
      null,
      'Bearer new',
      'Bearer new',
    ]);
    expect(seen).toEqual([{ access: 'new', refresh: 'r' }]);
  });

  it('forgets a session that has ended', async () => {
    const seen: unknown[] = [];
    const options = { session, onSession: (tokens: unknown) => seen.push(tokens) };
    const { connection } = connect([refused(), refused()], options);
    expect(await outcome(connection)).toBeInstanceOf(AuthenticationError);
    expect(seen).toEqual([null]);
    expect(connection.session).toBeNull();
  });

  it('signs in with a code, and uses the session from then on', async () => {
    const { connection, requests } = connect([json(200, { ...session, user: {} }), ok()]);
    const signedIn = connection.signIn({ email: 'ada@example.com', otp: '123456' });
    expect(await signedIn).toEqual(session);
    await outcome(connection);
    expect(readHeader(requests[1]!, 'authorization')).toBe('Bearer old');
    expect(readHeader(requests[1]!, 'x-api-key')).toBeNull();
  });
});

it('reports each attempt', async () => {
  const log: string[] = [];
  const { connection } = connect([json(500, {}), ok()], {
    onRequest: ({ method, url, attempt }) => log.push(`${method} ${url} ${attempt}`),
    onResponse: ({ response, durationMs }) => log.push(`${response.status} ${durationMs >= 0}`),
  });
  await outcome(connection);
  const line = 'GET https://api.test/apix/status/';
  expect(log).toEqual([`${line} 1`, '500 true', `${line} 2`, '200 true']);
});

it('says what is missing', () => {
  expect(() => new Connection({ baseUrl: '' })).toThrow('baseUrl');
  expect(() => new Connection({ baseUrl: 'nowhere' })).toThrow('URL');
});
