// Clients that close their connection: what they caused is finished and counted, what had not begun
// is given up.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import {
  createFakeSpeaker,
  createFakeTranscriber,
  installSpeaker,
  installTranscriber,
  transcribeSpans,
} from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, silentWav, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { decodeWav, encodeWav } from '../audio/wav.ts';
import { EngineUnavailable } from '../engines/engine.ts';

const t = useApp();
/** The connection of the latest call: calls reuse connections, so the newest may not be it. */
let connection: Socket;
let url: string;
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  t.app.server.on('request', ({ socket }) => {
    connection = socket;
  });
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.app.server.closeAllConnections());

async function createClient(email: string): Promise<{ who: SignedIn; client: OpenAI }> {
  const who = await createCustomer(t, email);
  const { key } = await createApiKey(t, who, { scopes: ['speech'] });
  const baseURL = `${url}/apix/v1`;
  return { who, client: new OpenAI({ baseURL, apiKey: key, maxRetries: 0, logLevel: 'off' }) };
}

/** Work that goes on when the test says so, or ends when its signal aborts. */
function createGate() {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = async (signal: AbortSignal) => {
    entered.resolve();
    await Promise.race([opened.promise, once(signal, 'abort')]);
    if (signal.aborted) throw signal.reason;
  };
  return { entered: entered.promise, open: opened.resolve, pass };
}

/** Closes the connection of a call, as a client that leaves does, and waits for the server. */
async function closeConnection(): Promise<void> {
  if (connection.closed) return;
  const closed = once(connection, 'close');
  connection.destroy();
  await closed;
}

async function listCalls({ accountId }: SignedIn) {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    `select status_code as status, units::float from usage_record
     where account_id = $1 and metric <> 'request' order by units desc`,
    [accountId],
  );
  return rows as { status: number; units: number }[];
}

const useSpeaker = (speak: ReturnType<typeof createFakeSpeaker>['speak']) =>
  onTestFinished(installSpeaker(t, createFakeSpeaker({ speak })));
const { speak } = createFakeSpeaker();
const sentence = 'The parcel has left the harbour, and it will arrive on Friday at noon. ';

describe('speech', () => {
  test('that is streamed is finished and counted, and then stored', async () => {
    const { who, client } = await createClient('ada@example.com');
    const gate = createGate();
    let spoken = 0;
    useSpeaker(async (job, signal) => {
      if (spoken++ > 0) await gate.pass(signal);
      return speak(job, signal);
    });
    const request = {
      model: 'tts-1',
      voice: 'alloy',
      input: sentence.repeat(2),
      response_format: 'wav' as const,
    };
    const { body } = await client.audio.speech.create(request);
    expect((await body!.getReader().read()).value?.length).toBeGreaterThan(0);
    await closeConnection();
    gate.open();
    await expect.poll(() => t.areas.speech.synthesisQueue.stats().running).toBe(0);
    await expect.poll(() => listCalls(who)).toEqual([{ status: 200, units: 142 }]);
    await client.audio.speech.create(request);
    expect(spoken).toBe(2);
    expect((await listCalls(who))[1]).toEqual({ status: 200, units: 0 });
  });

  test('that is requested twice at once is spoken and counted once', async () => {
    const { who, client } = await createClient('twice@example.com');
    const gate = createGate();
    let spoken = 0;
    useSpeaker(async (job, signal) => {
      spoken++;
      await gate.pass(signal);
      return speak(job, signal);
    });
    const base64 = (text: string) =>
      send(t, 'POST', '/apix/services/tts/base64/', { text }, { headers: who.headers });
    const input = sentence.repeat(2);
    const streams = [1, 2].map(() =>
      client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input }),
    );
    const whole = [1, 2].map(() => base64('Good morning.'));
    await gate.entered;
    await expect.poll(() => t.areas.speech.synthesisQueue.stats().running).toBe(2);
    gate.open();
    const [first, second] = await Promise.all(
      streams.map(async (one) => Buffer.from(await (await one).arrayBuffer())),
    );
    expect(first!.length).toBeGreaterThan(0);
    expect(second).toEqual(first);
    const bodies = (await Promise.all(whole)).map((one) => one.body);
    expect(bodies.map(({ cached }) => cached).toSorted()).toEqual([false, true]);
    expect(bodies[0]!.audio).toBe(bodies[1]!.audio);
    expect(spoken).toBe(3);
    await expect
      .poll(async () => (await listCalls(who)).map(({ units }) => units))
      .toEqual([142, 13, 0, 0]);
  });
});

describe.skipIf(!hasFfmpeg)(`a recording${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  const parts = [voicedWav(20), silentWav(2), voicedWav(10)];
  const samples = Int16Array.from(parts.flatMap((part) => [...decodeWav(part)!.samples]));
  const wav = encodeWav({ samples, sampleRate: 16_000 });
  const sendMemo = (client: OpenAI, signal?: AbortSignal) =>
    client.audio.transcriptions.create(
      { file: new File([new Uint8Array(wav)], 'memo.wav'), model: 'whisper-1', stream: true },
      { signal },
    );

  test('that is streamed is finished and counted', async () => {
    const { who, client } = await createClient('bob@example.com');
    const gate = createGate();
    const transcribe = async ({ speech }: { speech: readonly { start: number; end: number }[] }) =>
      transcribeSpans(speech);
    const engine = createFakeTranscriber({
      transcribe: async (job, signal) => {
        if (job.speech[0]!.start > 1) await gate.pass(signal);
        return transcribe(job);
      },
    });
    onTestFinished(installTranscriber(t, engine));
    const leaving = new AbortController();
    for await (const event of await sendMemo(client, leaving.signal)) {
      expect(event).toEqual({ type: 'transcript.text.delta', delta: 'Part 0.' });
      break;
    }
    leaving.abort();
    await closeConnection();
    gate.open();
    await expect.poll(() => listCalls(who)).toEqual([{ status: 200, units: 32 }]);
  });

  test('that waits for its turn is given up, and is free', async () => {
    const { who, client } = await createClient('waiting@example.com');
    onTestFinished(installTranscriber(t, createFakeTranscriber()));
    const { transcriptionQueue } = t.areas.speech;
    const others = Promise.withResolvers<void>();
    const running: Promise<void>[] = [];
    while (transcriptionQueue.stats().waiting === 0)
      running.push(transcriptionQueue.run(null, () => others.promise));
    const calling = sendMemo(client).catch((error: unknown) => error);
    await expect.poll(() => transcriptionQueue.stats().waiting).toBe(2);
    await closeConnection();
    expect(await calling).toBeInstanceOf(Error);
    await expect.poll(() => transcriptionQueue.stats().waiting).toBe(1);
    others.resolve();
    await Promise.all(running);
    await expect.poll(() => listCalls(who)).toEqual([{ status: 499, units: 0 }]);
  });
});

describe.skipIf(!hasFfmpeg)(`a part of captions${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test('is finished and counted, and a repeat meanwhile joins it', async () => {
    const who = await createCustomer(t, 'speaker@example.com');
    const gate = createGate();
    let runs = 0;
    const engine = createFakeTranscriber({
      transcribe: async ({ speech }, signal) => {
        runs++;
        await gate.pass(signal);
        return transcribeSpans(speech);
      },
    });
    onTestFinished(installTranscriber(t, engine));
    const base = '/apix/services/captions/';
    const { body } = await send(t, 'POST', base, {}, { headers: who.headers });
    const id = String(body.id);
    const headers = { ...who.headers, 'content-type': 'application/octet-stream' };
    const calling = fetch(`${url}${base}${id}/parts/1/?start=0`, {
      method: 'PUT',
      headers,
      body: new Uint8Array(voicedWav(2)),
    }).catch((error: unknown) => error);
    await gate.entered;
    const repeats = ['1', '01'].map((number) =>
      send(t, 'PUT', `${base}${id.toUpperCase()}/parts/${number}/?start=0`, voicedWav(2), {
        headers,
      }),
    );
    await closeConnection();
    expect(await calling).toBeInstanceOf(Error);
    gate.open();
    for (const { status, body: part } of await Promise.all(repeats))
      expect({ status, seconds: part.seconds }).toEqual({ status: 200, seconds: 2 });
    expect(runs).toBe(1);
    expect((await listCalls(who)).map(({ units }) => units)).toEqual([2, 0]);
  });

  test('that fails is free for all of its calls', async () => {
    const who = await createCustomer(t, 'unlucky@example.com');
    const transcribe = () => Promise.reject(new EngineUnavailable('down'));
    onTestFinished(installTranscriber(t, createFakeTranscriber({ transcribe })));
    const base = '/apix/services/captions/';
    const { body } = await send(t, 'POST', base, {}, { headers: who.headers });
    const headers = { ...who.headers, 'content-type': 'application/octet-stream' };
    const calls = [1, 2].map(() =>
      send(t, 'PUT', `${base}${body.id}/parts/1/?start=0`, voicedWav(2), { headers }),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
    expect((await listCalls(who)).map(({ units }) => units)).toEqual([0, 0]);
  });
});
