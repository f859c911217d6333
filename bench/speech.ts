// The overhead over the speech engines, the first sound of a stream, and the memory of a long
// recording.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { encodeWav } from '#areas/speech/server/audio/wav.ts';
import { withJobFolder } from '#areas/speech/server/processing/job-folder.ts';
import { encodeMp3, speakByFlite } from '#areas/speech/server/processing/speech-worker.ts';
import { runProgram } from '#kernel/run-program.ts';
import { insertKeys } from './load/api-keys.ts';
import { measureLongRecording } from './load/long-recording.ts';
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { median, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const roundsCount = 7;
const keysMax = 10;
const megabyte = 1024 ** 2;
const sentence = 'The weather is fine today and we will meet in the garden at noon. ';
const models = '/usr/share/pocketsphinx/model/en-us';

type Client = (at: number) => (call: string, body: object) => Promise<string>;

/** Like programs: each with its own API key. */
const openClient =
  ({ port }: Server, keys: readonly string[]): Client =>
  (at) =>
  async (call, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/apix/services/${call}/base64/`, {
      method: 'POST',
      headers: { 'x-api-key': keys[at]!, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status >= 500 || answer.status === 429) throw new Error(text);
    return text;
  };

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await act();
  return performance.now() - startedMs;
}

const synthesizeWithFlite = (text: string) =>
  withJobFolder(async (folder) => (await speakByFlite({ text, voice: 'slt', speed: 1, folder }))!);

/** Alternates between both, so that load on the machine affects both. */
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
  const spoken = await synthesizeWithFlite(sentence.repeat(4));
  const wav = encodeWav(spoken);
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
  return { what, ...times, unit: 'ms', limit: 1.1 };
}

async function measureSynthesis(call: ReturnType<Client>): Promise<Row> {
  let said = 0;
  const createText = () => `${sentence.repeat(10)} Number ${++said}.`;
  const bare = async () => encodeMp3(await synthesizeWithFlite(createText()));
  const times = await compare(() => call('tts', { text: createText() }), bare);
  const what = 'a text of 660 letters, beside Flite and the MP3 encoder alone';
  return { what, ...times, unit: 'ms', limit: 1.1 };
}

/** Of a long text in the built-in voice, from the call to the first byte of audio. */
async function measureFirstSound({ port }: Server, key: string): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < roundsCount; round++) {
    const startedMs = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/apix/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'tts-1',
        voice: 'slt',
        input: `${sentence.repeat(50)} Number ${round}.`,
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const reader = answer.body!.getReader();
    await reader.read();
    times.push(performance.now() - startedMs);
    // The next round begins when this one is spoken.
    while (!(await reader.read()).done);
  }
  const what = 'first sound of 3,300 letters, streamed in the built-in voice';
  return { what, measured: median(times), unit: 'ms', limit: 300 };
}

/** The histogram contains whole intervals of its timer, including the wait. */
const lagTimerMs = 10;

/** The p99 of the event loop's delay since the last call, in ms. */
async function readLagMs({ port }: Server): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]);
  return seconds * 1000 - lagTimerMs;
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
  return { what: 'event loop lag (p99) with four jobs', measured, unit: 'ms', limit: 20 };
}

async function measureCalls(
  server: Server,
  keys: readonly string[],
  folder: string,
): Promise<Row[]> {
  const client = openClient(server, keys);
  await client(0)('tts', { text: 'Warm.' });
  return [
    await measureTranscription(client(0), folder),
    await measureSynthesis(client(6)),
    await measureFirstSound(server, keys[8]!),
    await measureLag(server, client, folder),
  ];
}

export default async function measureSpeech(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const keys = await insertKeys(testbed.database, keysMax, 'speech');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-speech-bench-'));
  const withServer = async <T>(act: (server: Server) => Promise<T>): Promise<T> => {
    const server = await startServer(product, testbed.env, '/readyz');
    return act(server).finally(() => server.stop());
  };
  try {
    const calls = await withServer((server) => measureCalls(server, keys, folder));
    const spoken = await synthesizeWithFlite(sentence.repeat(4));
    const long = await withServer((server) =>
      measureLongRecording(server, keys[9]!, { folder, spoken }),
    );
    return [...calls, long];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await testbed.close();
  }
}
