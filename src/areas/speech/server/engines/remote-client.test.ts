import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { findFreePort } from '#test/processes/ports.ts';
import { EngineUnavailable } from './engine.ts';
import { createRemoteClient, type SpeechBody } from './remote-client.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'remote-client-'));
const recording = { file: path.join(folder, 'words.wav'), contentType: 'audio/wav' };
writeFileSync(recording.file, 'RIFF and so on');
const speech: SpeechBody = {
  model: 'tts-1',
  input: 'Hello',
  voice: 'alloy',
  response_format: 'wav',
  speed: 1,
};
const calls = {
  speech: 'POST /v1/audio/speech',
  transcription: 'POST /v1/audio/transcriptions',
} as const;
const limits = { signal: new AbortController().signal, timeoutMs: 10_000.5 };

let server: TestHttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
beforeEach(() => server.reset());
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const createClient = (other: { url?: string; key?: string; retryMs?: number } = {}) =>
  createRemoteClient({ url: `${server.url}/v1`, key: 'secret', retryMs: 1, ...other });
const requestSpeech = (
  server: Parameters<typeof createClient>[0] = {},
  callLimits: Partial<typeof limits> = {},
) => createClient(server).requestSpeech(speech, { ...limits, ...callLimits });

describe('a recording', () => {
  test('is sent as a form, and the response parsed', async () => {
    server.on(calls.transcription, { status: 200, body: { text: 'Hello' } });
    const fields = { model: 'whisper-1', temperature: 0, timestamp_granularities: ['a', 'b'] };
    const sent = createClient().sendRecording('transcriptions', recording, fields, limits);
    expect(await sent).toEqual({ text: 'Hello' });
    const { headers, body } = server.calls[0]!;
    expect(headers.authorization).toBe('Bearer secret');
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
    for (const [name, value] of [
      ['model', 'whisper-1'],
      ['temperature', '0'],
      ['timestamp_granularities[]', 'a'],
      ['timestamp_granularities[]', 'b'],
    ])
      expect(body).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
    expect(body).toContain('name="file"; filename="words.wav"\r\nContent-Type: audio/wav\r\n');
    expect(body).toContain('RIFF and so on');
  });

  test('is sent whole a second time', async () => {
    server.on(calls.transcription, { status: 429 }, { status: 200, body: {} });
    await createClient().sendRecording('transcriptions', recording, {}, limits);
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]!.body).toContain('RIFF and so on');
  });

  test('that is missing fails without a call', async () => {
    const gone = { ...recording, file: `${recording.file}.gone` };
    const sent = createClient().sendRecording('translations', gone, {}, limits);
    // A fault of ours, not of the server.
    await expect(sent).rejects.not.toBeInstanceOf(EngineUnavailable);
    expect(server.calls).toEqual([]);
  });

  test('with a response that is no JSON fails', async () => {
    server.on(calls.transcription, { status: 200, body: '<html>' });
    const sent = createClient().sendRecording('transcriptions', recording, {}, limits);
    await expect(sent).rejects.toThrow(new EngineUnavailable('the response is not JSON'));
  });
});

describe('speech', () => {
  test('is requested in JSON and returned as it is', async () => {
    server.on(calls.speech, { status: 200, body: 'RIFF' });
    expect(String(await requestSpeech())).toBe('RIFF');
    expect(server.calls[0]!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(server.calls[0]!.body)).toEqual(speech);
  });

  test('an address may end with a slash, and a server may ask for no key', async () => {
    server.on(calls.speech, { status: 200, body: 'RIFF' });
    await requestSpeech({ url: `${server.url}/v1/` });
    await createRemoteClient({ url: `${server.url}/v1`, key: undefined }).requestSpeech(
      speech,
      limits,
    );
    expect(server.calls[1]!.headers.authorization).toBe('Bearer none');
  });
});

describe('a refusal', () => {
  test.each([400, 401, 404, 408, 409, 422, 500, 502, 503, 504])(
    'with status %i is final, and states its reason',
    async (status) => {
      server.on(calls.speech, { status, body: { error: { message: 'no such voice' } } });
      const refusal = requestSpeech();
      await expect(refusal).rejects.toThrow(EngineUnavailable);
      await expect(refusal).rejects.toThrow(new RegExp(`^${status} .*no such voice`));
      expect(server.calls).toHaveLength(1);
    },
  );

  test('by a guard in front of the server names the guard', async () => {
    const headers = { server: 'cloudflare', 'content-type': 'text/html' };
    server.on(calls.speech, { status: 403, headers, body: '<html>' });
    await expect(requestSpeech()).rejects.toThrow(/^403 by Cloudflare in front of the server/);
  });

  test('by too many calls is tried once more', async () => {
    server.on(calls.speech, { status: 429 }, { status: 200, body: 'RIFF' });
    expect(String(await requestSpeech())).toBe('RIFF');
    server.reset();
    server.on(calls.speech, { status: 429 });
    await expect(requestSpeech()).rejects.toThrow('429');
    expect(server.calls).toHaveLength(2);
  });

  test.each([429, 503])('with status %i is tried again when the server says', async (status) => {
    const busy = { status, headers: { 'retry-after': '0' } };
    server.on(calls.speech, busy, { status: 200, body: 'RIFF' });
    expect(String(await requestSpeech({ retryMs: 1_000_000 }))).toBe('RIFF');
  });

  test('is cut to what fits a log', async () => {
    server.on(calls.speech, { status: 400, body: 'x'.repeat(10_000) });
    const error: Error = await requestSpeech().catch((thrown) => thrown);
    expect(error.message).toHaveLength('400 '.length + 300);
  });
});

describe('a connection', () => {
  test('that breaks after the request was sent is not tried again', async () => {
    server.on(calls.speech, 'drop');
    await expect(requestSpeech()).rejects.toThrow(EngineUnavailable);
    server.on(calls.transcription, 'drop');
    const sent = createClient().sendRecording('transcriptions', recording, {}, limits);
    await expect(sent).rejects.toThrow(EngineUnavailable);
    expect(server.calls).toHaveLength(2);
  });

  test.each([
    ['is refused', async () => `http://localhost:${await findFreePort()}`],
    ['has no address', async () => 'http://speech.invalid'],
  ])('that %s is tried once more', async (_, readUrl) => {
    const url = await readUrl();
    const fetching = vi.spyOn(globalThis, 'fetch');
    await expect(requestSpeech({ url })).rejects.toThrow(EngineUnavailable);
    expect(fetching).toHaveBeenCalledTimes(2);
  });
});

test('a response that takes too long makes the engine unavailable', async () => {
  server.on(calls.speech, 'hang');
  await expect(requestSpeech({}, { timeoutMs: 50.25 })).rejects.toThrow(EngineUnavailable);
});

describe('an abort', () => {
  test('ends a call without a response, and no second one follows', async () => {
    server.on(calls.speech, 'hang');
    const leaving = new AbortController();
    const running = requestSpeech({}, { signal: leaving.signal });
    await expect.poll(() => server.calls).toHaveLength(1);
    leaving.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(server.calls).toHaveLength(1);
  });

  test('ends the wait before the second call', async () => {
    server.on(calls.speech, { status: 429 });
    const fetching = vi.spyOn(globalThis, 'fetch');
    const leaving = new AbortController();
    const running = requestSpeech({ retryMs: 1_000_000 }, { signal: leaving.signal });
    await expect.poll(() => fetching).toHaveResolved();
    leaving.abort();
    await expect(running).rejects.toThrow(/abort/i);
    expect(server.calls).toHaveLength(1);
  });
});
