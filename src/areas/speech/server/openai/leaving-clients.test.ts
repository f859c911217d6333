// Streams over a real connection, and clients that close it.
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
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
import { hasFfmpeg, silentWav, skippedUnless, voicedWav } from '#test/recordings.ts';
import { decodeWav, encodeWav } from '../audio/wav.ts';

const t = useApp();
let ada: SignedIn;
let client: OpenAI;
beforeAll(async () => {
  ada = await createCustomer(t, 'ada@example.com');
  const { key } = await createApiKey(t, ada, { scopes: ['speech'] });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const baseURL = `http://127.0.0.1:${port}/apix/v1`;
  client = new OpenAI({ baseURL, apiKey: key, maxRetries: 0, logLevel: 'off' });
});

/** Work that only ends when its signal aborts. */
function createEndlessWork() {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const run = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        stop();
        reject(signal.reason);
      });
    });
  return { stopped, run };
}

const countUnits = async (): Promise<number> => {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    'select coalesce(sum(units), 0)::float as units from usage_record where account_id = $1',
    [ada.accountId],
  );
  return rows[0].units;
};

test.skipIf(!hasFfmpeg)(
  `a transcription stops when its client leaves, and is free${skippedUnless('ffmpeg', hasFfmpeg)}`,
  async () => {
    const endless = createEndlessWork();
    const engine = createFakeTranscriber({
      transcribe: async ({ speech }, signal) =>
        speech[0]!.start > 1 ? endless.run(signal) : transcribeSpans(speech),
    });
    onTestFinished(installTranscriber(t, engine));
    const parts = [voicedWav(20), silentWav(2), voicedWav(10)];
    const samples = Int16Array.from(parts.flatMap((part) => [...decodeWav(part)!.samples]));
    const wav = new Uint8Array(encodeWav({ samples, sampleRate: 16_000 }));
    const stream = await client.audio.transcriptions.create({
      file: new File([wav], 'memo.wav'),
      model: 'whisper-1',
      stream: true,
    });
    for await (const event of stream) {
      expect(event).toEqual({ type: 'transcript.text.delta', delta: 'Part 0.' });
      break;
    }
    await endless.stopped;
    await expect.poll(() => t.areas.speech.transcriptionQueue.running).toBe(0);
    expect(await countUnits()).toBe(0);
  },
);

test('speech stops when its client leaves, and is free', async () => {
  const endless = createEndlessWork();
  const speaker = createFakeSpeaker();
  let spoken = 0;
  const speak: typeof speaker.speak = (job, signal) =>
    spoken++ === 0 ? speaker.speak(job, signal) : endless.run(signal);
  onTestFinished(installSpeaker(t, { ...speaker, speak }));
  const leaving = new AbortController();
  const sentence = 'The parcel has left the harbour, and it will arrive on Friday at noon. ';
  const response = await client.audio.speech.create(
    { model: 'tts-1', voice: 'alloy', input: sentence.repeat(2), response_format: 'wav' },
    { signal: leaving.signal },
  );
  expect((await response.body!.getReader().read()).value?.length).toBeGreaterThan(0);
  leaving.abort();
  await endless.stopped;
  await expect.poll(() => t.areas.speech.synthesisQueue.running).toBe(0);
  expect(await countUnits()).toBe(0);
});
