// The calls as the official client makes them, with an address and an API key alone.
import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import {
  createFakeSpeaker,
  createFakeTranscriber,
  installSpeaker,
  installTranscriber,
  transcribeSpans,
} from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createOpenAiClient } from '#test/openai-client.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, silentWav, voicedWav } from '#test/recordings.ts';
import { findMediaType } from '../audio/media-types.ts';
import { decodeWav, encodeWav } from '../audio/wav.ts';

const t = useApp();
let created = 0;
let who: SignedIn;
let client: OpenAI;
// Each test has an account of its own, with unused limits.
beforeEach(async () => {
  who = await createCustomer(t, `customer${++created}@example.com`);
  const { key } = await createApiKey(t, who, { scopes: ['speech'] });
  client = createOpenAiClient(t, key);
});

const countUnits = async (metric: string): Promise<number> => {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    `select coalesce(sum(units), 0)::float as units from usage_record
     where account_id = $1 and metric = $2`,
    [who.accountId, metric],
  );
  return rows[0].units;
};
const readFailure = (request: Promise<unknown>) => request.then(() => null).catch((error) => error);

describe.skipIf(!hasFfmpeg)(`transcription${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'memo.wav');
  const model = 'whisper-1';
  const short = voicedWav(3);
  /** Two parts of speech: an engine hears at most 28 s at a time. */
  const long = () => {
    const parts = [voicedWav(20), silentWav(2), voicedWav(10)];
    const samples = parts.flatMap((part) => [...decodeWav(part)!.samples]);
    return encodeWav({ samples: Int16Array.from(samples), sampleRate: 16_000 });
  };
  beforeAll(() => installTranscriber(t, createFakeTranscriber()));

  test('returns the text and what it counted', async () => {
    const transcript = await client.audio.transcriptions.create({
      file: file(short),
      model,
      language: 'de',
      prompt: 'Weftline',
      temperature: 0.2,
    });
    expect(transcript).toMatchObject({
      text: 'Part 0.',
      usage: { type: 'duration', seconds: 3 },
    });
    expect(await countUnits('audio_second')).toBe(3);
  });

  test('passes every option to the engine', async () => {
    const jobs: unknown[] = [];
    const engine = createFakeTranscriber({
      transcribe: async (job) => {
        jobs.push(job);
        return transcribeSpans(job.speech);
      },
    });
    onTestFinished(installTranscriber(t, engine));
    const options = { language: 'de', prompt: 'Weftline', temperature: 0.2 };
    await client.audio.transcriptions.create({ file: file(short), model: 'listener', ...options });
    expect(jobs).toEqual([expect.objectContaining({ ...options, isTranslated: false })]);
  });

  test('returns segments and words with their times', async () => {
    const verbose = await client.audio.transcriptions.create({
      file: file(short),
      model,
      response_format: 'verbose_json',
      timestamp_granularities: ['segment', 'word'],
    });
    expect(verbose).toMatchObject({
      task: 'transcribe',
      language: 'german',
      duration: 3,
      segments: [{ id: 0, text: 'Part 0.', avg_logprob: -0.25 }],
      words: [{ word: 'Part' }],
    });
    const plain = { file: file(short), model, response_format: 'verbose_json' } as const;
    const segmentsOnly = await client.audio.transcriptions.create(plain);
    expect(segmentsOnly).toMatchObject({ segments: [{ id: 0 }] });
    expect(segmentsOnly).not.toHaveProperty('words');
  });

  test('returns plain text, subtitles and speakers', async () => {
    const as = (response_format: 'text' | 'srt' | 'vtt') =>
      client.audio.transcriptions.create({ file: file(short), model, response_format });
    expect(await as('text')).toBe('Part 0.\n');
    expect(await as('srt')).toMatch(/^1\r\n00:00:00,\d{3} --> .*\r\nA: Part 0\./);
    expect(await as('vtt')).toMatch(/^WEBVTT\n/);
    const spoken = await client.audio.transcriptions.create({
      file: file(short),
      model,
      response_format: 'diarized_json',
    });
    expect(spoken).toMatchObject({
      segments: [{ id: 'seg_0', type: 'transcript.text.segment', speaker: 'A' }],
    });
  });

  test('streams the text while the engine works', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const engine = createFakeTranscriber({
      transcribe: async ({ speech }) => {
        if (speech[0]!.start > 1) await mayGoOn;
        return transcribeSpans(speech);
      },
    });
    onTestFinished(installTranscriber(t, engine));
    const stream = await client.audio.transcriptions.create({
      file: file(long()),
      model,
      stream: true,
    });
    const events = stream[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value;
    expect(await next()).toEqual({ type: 'transcript.text.delta', delta: 'Part 0.' });
    expect(await countUnits('audio_second')).toBe(0);
    goOn();
    expect(await next()).toEqual({ type: 'transcript.text.delta', delta: ' Part 22.' });
    expect(await next()).toEqual({
      type: 'transcript.text.done',
      text: 'Part 0. Part 22.',
      usage: { type: 'duration', seconds: 32 },
    });
    expect((await events.next()).done).toBe(true);
    await expect.poll(() => countUnits('audio_second')).toBe(32);
  });

  test('a stream that fails ends with an error and is free', async () => {
    const engine = createFakeTranscriber({
      transcribe: async ({ speech }) => {
        if (speech[0]!.start > 1) throw new Error('the engine is broken');
        return transcribeSpans(speech);
      },
    });
    onTestFinished(installTranscriber(t, engine));
    const stream = await client.audio.transcriptions.create({
      file: file(long()),
      model,
      stream: true,
    });
    const deltas: unknown[] = [];
    const read = async () => {
      for await (const event of stream) deltas.push(event);
    };
    const failure = await readFailure(read());
    expect(failure).toMatchObject({ type: 'server_error', code: 'error' });
    expect(deltas).toHaveLength(1);
    expect(await countUnits('audio_second')).toBe(0);
  });

  test('an engine that works on the whole recording streams its result at once', async () => {
    onTestFinished(installTranscriber(t, createFakeTranscriber({ needsWhole: true })));
    const input = { file: file(long()), model, stream: true } as const;
    const events: unknown[] = [];
    for await (const event of await client.audio.transcriptions.create(input)) events.push(event);
    expect(events).toMatchObject([
      { delta: 'Part 0.' },
      { delta: ' Part 22.' },
      { type: 'transcript.text.done' },
    ]);
  });

  test('silence is an empty text', async () => {
    const input = { file: file(silentWav(1)), model, response_format: 'verbose_json' } as const;
    expect(await client.audio.transcriptions.create(input)).toMatchObject({
      text: '',
      language: '',
      segments: [],
    });
  });

  test('translates into English', async () => {
    const translate = client.audio.translations;
    expect(await translate.create({ file: file(short), model })).toMatchObject({ text: 'Part 0.' });
    const verbose = { file: file(short), model, response_format: 'verbose_json' } as const;
    expect(await translate.create(verbose)).toMatchObject({
      task: 'translate',
      language: 'english',
    });
    const subtitles = { file: file(short), model, response_format: 'vtt' } as const;
    expect(await translate.create(subtitles)).toMatch(/^WEBVTT/);
    expect(await countUnits('audio_second')).toBe(9);
  });

  test('a quota that is used up is not asked for again', async () => {
    await setFreeLimits(t.kernel, { transcription_seconds_per_month: 2 });
    onTestFinished(() => setFreeLimits(t.kernel, { transcription_seconds_per_month: null }));
    const request = client.audio.transcriptions.create({ file: file(short), model });
    const failure = await readFailure(request);
    expect(failure).toBeInstanceOf(OpenAI.RateLimitError);
    expect(failure).toMatchObject({ code: 'quota_exceeded', type: 'insufficient_quota' });
    expect(failure.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(failure.headers.get('x-should-retry')).toBe('false');
  });
});

describe('speech', () => {
  const model = 'tts-1';
  const voice = 'alloy';
  const sentence = 'The parcel has left the harbour, and it will arrive on Friday at noon. ';
  const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('is MP3 by default, and the same text is free the second time', async () => {
    const input = { model, voice, input: 'Good morning.' };
    const first = await client.audio.speech.create(input);
    expect(first.headers.get('content-type')).toBe('audio/mpeg');
    const audio = await readBytes(first);
    expect(await findMediaType(audio)).toMatchObject({ demuxer: 'mp3' });
    expect((await readBytes(await client.audio.speech.create(input))).equals(audio)).toBe(true);
    await expect.poll(() => countUnits('character')).toBe(13);
  });

  test('several sentences are one file, stored like any other phrase', async () => {
    const input = sentence.repeat(3);
    const options = { model, voice: 'slt', input, response_format: 'wav' } as const;
    const response = await client.audio.speech.create(options);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    const streamed = decodeWav(await readBytes(response))!;
    expect(streamed.samples.length / streamed.sampleRate).toBeGreaterThan(6);
    await expect.poll(() => countUnits('character')).toBe(input.length);
    const stored = await readBytes(await client.audio.speech.create(options));
    expect(decodeWav(stored)).toEqual(streamed);
    // Its length is known now.
    expect(stored.readUInt32LE(40)).toBe(stored.length - 44);
    expect(await countUnits('character')).toBe(input.length);
  });

  test('is sent sentence by sentence while the engine works', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    let spoken = 0;
    const speaker = createFakeSpeaker();
    const speak: typeof speaker.speak = async (job, signal) => {
      if (spoken++ > 0) await mayGoOn;
      return speaker.speak(job, signal);
    };
    onTestFinished(installSpeaker(t, { ...speaker, speak }));
    const input = { model, voice, input: sentence.repeat(2), response_format: 'wav' } as const;
    const body = (await client.audio.speech.create(input)).body!.getReader();
    const first = await body.read();
    // The header, and 50 ms of 16-bit samples at 16 kHz.
    expect(first.value).toHaveLength(44 + 1600);
    goOn();
    expect((await body.read()).value).toHaveLength(1600);
    expect((await body.read()).done).toBe(true);
    expect(spoken).toBe(2);
  });

  test('is sent as events', async () => {
    onTestFinished(installSpeaker(t, createFakeSpeaker()));
    const input = sentence.repeat(2);
    const response = await client.audio.speech.create({
      model,
      voice,
      input,
      response_format: 'wav',
      stream_format: 'sse',
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    const events = lines.map((line) => JSON.parse(line.slice(6)));
    expect(events.map(({ type }) => type)).toEqual([
      'speech.audio.delta',
      'speech.audio.delta',
      'speech.audio.done',
    ]);
    const audio = Buffer.concat(events.slice(0, 2).map((one) => Buffer.from(one.audio, 'base64')));
    expect(decodeWav(audio)?.samples).toHaveLength(1600);
    expect(events[2].usage.input_tokens).toBe(input.length);
  });

  test('that fails after its first sentence breaks off and is free', async () => {
    let spoken = 0;
    const speaker = createFakeSpeaker();
    const speak: typeof speaker.speak = async (job, signal) => {
      if (spoken++ % 2 === 1) throw new Error('the engine is broken');
      return speaker.speak(job, signal);
    };
    onTestFinished(installSpeaker(t, { ...speaker, speak }));
    const input = { model, voice, input: sentence.repeat(2), response_format: 'wav' } as const;
    const audio = await client.audio.speech.create(input);
    expect(await readFailure(audio.arrayBuffer())).toBeInstanceOf(Error);
    const events = await client.audio.speech.create({ ...input, stream_format: 'sse' });
    expect(await events.text()).toMatch(/"error":\{.*"code":"error"/);
    expect(await countUnits('character')).toBe(0);
  });

  test.skipIf(!hasFfmpeg)(
    `is samples at 24 kHz for pcm, in other formats, and at another speed${skippedUnless('ffmpeg', hasFfmpeg)}`,
    async () => {
      onTestFinished(installSpeaker(t, createFakeSpeaker()));
      const speak = async (change: object) =>
        readBytes(await client.audio.speech.create({ model, voice, input: sentence, ...change }));
      // 50 ms at 24 kHz.
      expect((await speak({ response_format: 'pcm' })).length).toBeCloseTo(2400, -2);
      expect(await findMediaType(await speak({ response_format: 'opus' }))).toMatchObject({
        demuxer: 'ogg',
      });
      expect(await findMediaType(await speak({ response_format: 'flac' }))).toMatchObject({
        demuxer: 'flac',
      });
      expect((await speak({ response_format: 'aac', speed: 1.5 })).length).toBeGreaterThan(100);
    },
  );
});

test('models are the installed engines and the names of the default ones', async () => {
  onTestFinished(installSpeaker(t, createFakeSpeaker()));
  onTestFinished(installTranscriber(t, createFakeTranscriber()));
  const { data } = await client.models.list();
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['whisper-1', 'listener', 'tts-1', 'speaker']));
  expect(ids).not.toContain('remote');
  const model = { id: 'listener', object: 'model', created: 0, owned_by: 'system' };
  expect(await client.models.retrieve('listener')).toMatchObject(model);
  expect(await readFailure(client.models.retrieve('gpt-4o'))).toBeInstanceOf(OpenAI.NotFoundError);
});

test('a wrong key is an AuthenticationError', async () => {
  const failure = await readFailure(createOpenAiClient(t, 'sk_live_wrong').models.list());
  expect(failure).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(failure).toMatchObject({ type: 'authentication_error', code: 'api_key_invalid' });
});
