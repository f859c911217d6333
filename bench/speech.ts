// What our code adds to the engines of speech, what a kept phrase costs, and what a large body takes.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from '#areas/speech/server/programs.ts';
import { encodeMp3, speakByFlite } from '#areas/speech/server/speech-worker.ts';
import { writeWav } from '#areas/speech/server/wav.ts';
import { buildIfStale } from '../scripts/build.ts';
import { requireLinux, root, type Server, startServer } from './load/processes.ts';
import { median, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const roundsCount = 7;
const phraseRounds = 60;
const megabyte = 1024 ** 2;
const sentence = 'The weather is fine today and we will meet in the garden at noon. ';
const models = '/usr/share/pocketsphinx/model/en-us';

type Client = (at: number) => (call: string, body: object) => Promise<Record<string, unknown>>;

const openClient =
  ({ port }: Server, tokens: readonly string[]): Client =>
  (at) =>
  async (call, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/apix/services/${call}/base64/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[at]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const read = (await answer.json()) as Record<string, unknown>;
    if (answer.status >= 500 || answer.status === 429) throw new Error(JSON.stringify(read));
    return read;
  };

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await act();
  return performance.now() - startedMs;
}

/** One of each in turn, so that a busy moment of the machine hits both. */
async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const times: { ours: number; bare: number }[] = [];
  for (let round = 0; round < roundsCount; round++)
    times.push({ bare: await time(bare), ours: await time(ours) });
  return {
    measured: median(times.map((one) => one.ours)),
    baseline: median(times.map((one) => one.bare)),
  };
}

async function measureTranscription(call: ReturnType<Client>, folder: string): Promise<Row> {
  const spoken = await speakByFlite({ text: sentence.repeat(4), voice: 'slt', speed: 1 });
  const wav = writeWav(spoken);
  const from = path.join(folder, 'in.wav');
  const to = path.join(folder, 'out.raw');
  const control = path.join(folder, 'whole');
  writeFileSync(from, wav);
  writeFileSync(
    control,
    `out.raw 0 ${Math.floor((spoken.samples.length / spoken.sampleRate) * 100)}\n`,
  );
  const run = (command: string, args: string[]) =>
    runProgram({ command, args, timeoutMs: 60_000, outputBytesMax: megabyte });
  const audio = wav.toString('base64');
  const bare = async () => {
    await run('ffmpeg', ['-v', 'error', '-y', '-i', from, '-ar', '16000', '-f', 's16le', to]);
    const model = ['-hmm', `${models}/en-us`, '-lm', `${models}/en-us.lm.bin`];
    const dictionary = ['-dict', `${models}/cmudict-en-us.dict`];
    const files = ['-ctl', control, '-cepdir', folder, '-cepext', '', '-ctm', `${to}.words`];
    const sound = ['-adcin', 'yes', '-remove_silence', 'no', '-logfn', '/dev/null'];
    await run('pocketsphinx_batch', [...sound, ...files, ...model, ...dictionary]);
  };
  const times = await compare(() => call('transcribe', { audio }), bare);
  const what = 'a recording of 16 s, beside ffmpeg and PocketSphinx alone';
  return { what, ...times, unit: 'ms', promise: 1.1 };
}

async function measureSynthesis(call: ReturnType<Client>): Promise<Row> {
  let said = 0;
  const textOf = () => `${sentence.repeat(10)} Number ${++said}.`;
  const bare = async () =>
    encodeMp3(await speakByFlite({ text: textOf(), voice: 'slt', speed: 1 }));
  const times = await compare(() => call('tts', { text: textOf() }), bare);
  const what = 'a text of 660 letters, beside Flite and the MP3 encoder alone';
  return { what, ...times, unit: 'ms', promise: 1.1 };
}

async function measurePhrase(server: Server, call: ReturnType<Client>): Promise<Row[]> {
  const first = await call('tts', { text: sentence });
  const name = 'phrase-of-a-bench.txt';
  const url = `http://127.0.0.1:${server.port}/assets/${name}`;
  const ours: number[] = [];
  const refused: number[] = [];
  const file: number[] = [];
  for (let round = 0; round < phraseRounds; round++) {
    ours.push(await time(() => call('tts', { text: sentence })));
    refused.push(await time(() => call('tts', { text: sentence, voice: 'nobody' })));
    file.push(await time(async () => (await fetch(url)).text()));
  }
  const what = `a kept phrase (${Math.round(JSON.stringify(first).length / 1024)} KB of JSON)`;
  const measured = median(ours);
  const least = { what: `${what}, beside the same call refused`, baseline: median(refused) };
  return [
    { ...least, measured, unit: 'ms', promise: 1.3 },
    // Who is asking, and the record of the call, cost more than the phrase: a file needs neither.
    { what: `${what}, beside a static file`, measured, baseline: median(file), unit: 'ms' },
  ];
}

/** The longest that the loop of the server was held up since the last time it was asked, in ms. */
async function readLagMs({ port }: Server): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

async function measureLag(server: Server, client: Client, folder: string): Promise<Row> {
  const audio = readFileSync(path.join(folder, 'in.wav')).toString('base64');
  await readLagMs(server);
  await Promise.all([
    client(2)('transcribe', { audio }),
    client(3)('transcribe', { audio }),
    client(4)('tts', { text: sentence.repeat(40) }),
    client(5)('tts', { text: sentence.repeat(41) }),
  ]);
  const measured = await readLagMs(server);
  return { what: 'event loop lag (p99) with four jobs', measured, unit: 'ms', promise: 20 };
}

async function measureBody(server: Server, call: ReturnType<Client>): Promise<Row> {
  const audio = randomBytes(25 * megabyte).toString('base64');
  const before = server.residentBytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, server.residentBytes());
  }, 2);
  await call('transcribe', { audio });
  clearInterval(timer);
  return {
    // One copy is held; what was read by and is not yet collected stands beside it.
    what: 'memory while 25 MB come in as base64 (33 MB of text)',
    measured: (most - before) / megabyte,
    unit: 'MB',
  };
}

export default async function measureSpeech(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-speech-bench-'));
  const copy = path.join(root, 'build/client/assets/phrase-of-a-bench.txt');
  await buildIfStale();
  writeFileSync(copy, randomBytes(24 * 1024).toString('base64'));
  const server = await startServer('src/main.ts', testbed.env, '/readyz');
  const client = openClient(server, testbed.tokens);
  try {
    // The thread for bodies starts with the first that is large.
    await client(0)('transcribe', { audio: randomBytes(megabyte).toString('base64') });
    await client(0)('tts', { text: 'Warm.' });
    const body = await measureBody(server, client(1));
    const transcription = await measureTranscription(client(0), folder);
    return [
      transcription,
      await measureSynthesis(client(6)),
      await measureLag(server, client, folder),
      body,
      ...(await measurePhrase(server, client(7))),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(copy, { force: true });
    await testbed.close();
  }
}
