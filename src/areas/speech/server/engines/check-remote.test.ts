import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { checkRemote } from './check-remote.ts';

let server: TestHttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const check = (change: object = {}) =>
  checkRemote({
    SPEECH_API_URL: `${server.url}/v1`,
    SPEECH_API_KEY: 'key',
    SPEECH_STT_MODEL: 'whisper-1',
    SPEECH_TTS_MODEL: 'tts-1',
    ...change,
  });
const list = (...ids: string[]) =>
  server.on('GET /v1/models', { status: 200, body: { data: ids.map((id) => ({ id })) } });

test('the server has the models, and the key is right', async () => {
  list('whisper-1', 'tts-1', 'gpt');
  const message = `127.0.0.1:${server.port} accepts the key, and has whisper-1 and tts-1.`;
  expect(await check()).toEqual({ state: 'ok', message });
  expect(server.calls[0]!.headers.authorization).toBe('Bearer key');
});

test('a model that the server does not have is named', async () => {
  list('tts-1');
  expect(await check()).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('does not list whisper-1: set SPEECH_STT_MODEL'),
  });
});

test.each([
  [{ status: 401, body: {} }, 'down', 'refuses SPEECH_API_KEY.'],
  [{ status: 404, body: {} }, 'down', 'responds with 404: is SPEECH_API_URL right?'],
  [{ status: 200, body: '<html>' }, 'down', 'the response is not JSON.'],
  [{ status: 200, body: {} }, 'warning', 'lists no models: is SPEECH_API_URL right?'],
  ['drop' as const, 'down', 'the call failed.'],
])('%j is explained', async (reply, state, message) => {
  server.on('GET /v1/models', reply);
  expect(await check()).toEqual({ state, message: expect.stringContaining(message) });
});

test('without an address nothing is called', async () => {
  expect(await check({ SPEECH_API_URL: undefined })).toMatchObject({ state: 'off' });
  expect(server.calls).toEqual([]);
});
