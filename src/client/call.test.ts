import { expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { CallError } from '#lib/call-error.ts';
import { bytes, declareError, endpoint, events } from '#lib/endpoint.ts';
import { type ClientOptions, createClient, errorCode } from './call.ts';

const tooLate = declareError('too_late', 400, 'Too late.');
const readKey = endpoint({
  method: 'GET',
  path: '/apix/keys/:id/',
  summary: 'One key',
  permission: 'user',
  work: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.string().optional(), page: z.string().optional() }),
  responses: { 200: z.object({ id: z.string() }) },
  errors: [tooLate],
});
const makeKey = endpoint({
  method: 'POST',
  path: '/apix/keys/',
  summary: 'Make a key',
  permission: 'user',
  work: 'none',
  body: z.object({ name: z.string() }),
  responses: { 201: z.object({ id: z.string() }), 204: null },
});
const readPdf = endpoint({
  method: 'GET',
  path: '/apix/pdf/',
  summary: 'A document',
  permission: 'user',
  work: 'none',
  responses: { 200: bytes('application/pdf') },
});
const watchKeys = endpoint({
  method: 'GET',
  path: '/apix/events/',
  summary: 'What happens',
  permission: 'user',
  work: 'none',
  responses: { 200: events(z.object({ n: z.int() })) },
});
const sendFile = endpoint({
  method: 'POST',
  path: '/apix/file/',
  summary: 'A file',
  permission: 'user',
  work: 'none',
  files: { avatar: { bytesMax: 10, tooLarge: 'Too large.' } },
  responses: { 200: z.object({ id: z.string() }) },
});

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function makeClient(answers: (Response | Error)[], options: ClientOptions = {}) {
  const fetch = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('No answer was prepared.');
  });
  const readHeaders = (call = 0) => new Headers(fetch.mock.calls[call]?.[1]?.headers);
  return { call: createClient({ fetch, ...options }), fetch, readHeaders };
}

test('the bytes of a file are counted while they are received', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const text of ['%PDF', '-1.7']) stream.enqueue(new TextEncoder().encode(text));
      stream.close();
    },
  });
  const headers = { 'content-type': 'application/pdf' };
  const { call } = makeClient([new Response(body, { headers })]);
  const received: number[] = [];
  const file = await call(readPdf, {}, { onDownloadProgress: (count) => received.push(count) });
  expect(received).toEqual([4, 8]);
  expect([file.type, await file.text()]).toEqual(['application/pdf', '%PDF-1.7']);
});

async function readFailure(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail as a call does.');
}

test('the URL consists of base, path with parameters, and defined query values', async () => {
  const { call, fetch } = makeClient([json(200, { id: 'a b' })], {
    baseUrl: 'https://api.example.com/',
  });
  const key = await call(readKey, { params: { id: 'a/b c' }, query: { search: 'x&y' } });
  expectTypeOf(key).toEqualTypeOf<{ id: string }>();
  expect(fetch.mock.calls[0]?.[0]).toBe(
    'https://api.example.com/apix/keys/a%2Fb%20c/?search=x%26y',
  );
  expect(fetch.mock.calls[0]?.[1]?.method).toBe('GET');
});

test('a body is sent as JSON with the custom headers, such as an API key', async () => {
  const { call, fetch, readHeaders } = makeClient([json(201, { id: '1' })], {
    getHeaders: () => ({ 'X-API-Key': 'sk_live_1' }),
  });
  await call(makeKey, { body: { name: 'ci' } }, { idempotencyKey: 'once' });
  expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"name":"ci"}');
  expect(readHeaders().get('content-type')).toBe('application/json');
  expect(readHeaders().get('x-api-key')).toBe('sk_live_1');
  expect(readHeaders().get('idempotency-key')).toBe('once');
  expect(readHeaders().has('authorization')).toBe(false);
});

test('the bearer token is sent, except with anonymous calls', async () => {
  const { call, readHeaders } = makeClient([json(200, {}), json(201, {})], {
    getToken: () => 'abc',
  });
  await call(readKey, { params: { id: '1' } });
  await call(makeKey, { body: { name: 'ci' } }, { isAnonymous: true });
  expect(readHeaders(0).get('authorization')).toBe('Bearer abc');
  expect(readHeaders(1).has('authorization')).toBe(false);
});

test('204 and an empty response return undefined', async () => {
  const { call } = makeClient([
    new Response(null, { status: 204 }),
    new Response('', { status: 201 }),
  ]);
  expect(await call(makeKey, { body: { name: 'a' } })).toBeUndefined();
  expect(await call(makeKey, { body: { name: 'a' } })).toBeUndefined();
});

test('an error response is thrown with its status, parsed body and message', async () => {
  const { call } = makeClient([json(400, { name: ['Too short.'], code: 'too_late' })]);
  const error = await readFailure(call(readKey, { params: { id: '1' } }));
  expect(error).toMatchObject({ status: 400, message: 'Too short.' });
  expect(error.body).toEqual({ name: ['Too short.'], code: 'too_late' });
  expect(errorCode(readKey, error)).toBe('too_late');
  expect(errorCode(readKey, new Error('x'))).toBeUndefined();
});

test('an error response that is not JSON is thrown as its raw text', async () => {
  const { call } = makeClient([new Response('Bad gateway', { status: 502 })]);
  const error = await readFailure(call(readKey, { params: { id: '1' } }));
  expect(error).toMatchObject({ status: 502, body: 'Bad gateway', message: 'Bad gateway' });
});

test('no response is an error of status 0', async () => {
  const { call } = makeClient([new TypeError('Failed to fetch')]);
  const error = await readFailure(call(readKey, { params: { id: '1' } }));
  expect(error).toMatchObject({ status: 0, message: 'An unexpected error occurred' });
});

test('an aborted call fails as aborted', async () => {
  const { call } = makeClient([new DOMException('Aborted.', 'AbortError')]);
  const signal = AbortSignal.abort();
  await expect(call(readKey, { params: { id: '1' } }, { signal })).rejects.toThrow('Aborted.');
});

test('a document arrives as a Blob', async () => {
  const { call } = makeClient([new Response('%PDF')]);
  const file = await call(readPdf);
  expectTypeOf(file).toEqualTypeOf<Blob>();
  expect(await file.text()).toBe('%PDF');
});

test('an event stream arrives as what it yields', async () => {
  const { call } = makeClient([new Response('data: {"n":1}\n\ndata: {"n":2}\n\n')]);
  const seen: number[] = [];
  for await (const { n } of await call(watchKeys)) seen.push(n);
  expect(seen).toEqual([1, 2]);
});

test('files are sent as a form whose content type the browser sets', async () => {
  const { call, fetch, readHeaders } = makeClient([json(200, { id: '1' })]);
  await call(sendFile, { files: { avatar: new Blob(['x']) } });
  const body = fetch.mock.calls[0]?.[1]?.body;
  expect(body instanceof FormData && body.get('avatar') instanceof Blob).toBe(true);
  expect(readHeaders().has('content-type')).toBe(false);
});

const refused = () => json(401, { detail: 'Given token not valid', code: 'token_not_valid' });

test('after a 401 the token is renewed once and the call repeated', async () => {
  const renewToken = vi.fn(async () => 'new');
  const { call, readHeaders } = makeClient([refused(), json(200, { id: '1' })], {
    getToken: () => 'old',
    renewToken,
  });
  expect(await call(readKey, { params: { id: '1' } })).toEqual({ id: '1' });
  expect(renewToken).toHaveBeenCalledWith('old');
  expect(readHeaders(1).get('authorization')).toBe('Bearer new');
});

test('a second 401 is reported and thrown, without a third attempt', async () => {
  const onTokenRefused = vi.fn();
  const { call, fetch } = makeClient([refused(), refused()], {
    getToken: () => 'old',
    renewToken: async () => 'new',
    onTokenRefused,
  });
  const error = await readFailure(call(readKey, { params: { id: '1' } }));
  expect(error.status).toBe(401);
  expect(onTokenRefused).toHaveBeenCalledWith('new');
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a call without a token renews nothing', async () => {
  const renewToken = vi.fn(async () => 'new');
  const { call } = makeClient([refused()], { getToken: () => null, renewToken });
  expect((await readFailure(call(readKey, { params: { id: '1' } }))).status).toBe(401);
  expect(renewToken).not.toHaveBeenCalled();
});
