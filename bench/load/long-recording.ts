// A recording of two hours as a job: uploaded in parts, decoded, cut into pieces, recognized.
import { appendFileSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PcmAudio, toPcmBytes, wavHeader } from '#areas/speech/server/audio/wav.ts';
import type { Server } from './processes.ts';
import type { Row } from './rows.ts';

const minutes = 120;
/** One minute has speech, then nobody speaks: an engine would need an hour for all of it. */
const minutesPerSpeech = 30;
const megabyte = 1024 ** 2;
const pollMs = 200;

function writeRecording(folder: string, { samples, sampleRate }: PcmAudio): string {
  const file = path.join(folder, 'long.wav');
  const minuteBytes = 60 * sampleRate * 2;
  const silent = Buffer.alloc(minuteBytes);
  const spoken = Buffer.alloc(minuteBytes);
  toPcmBytes(samples).copy(spoken);
  writeFileSync(file, wavHeader(sampleRate, minutes * minuteBytes));
  for (let minute = 0; minute < minutes; minute++)
    appendFileSync(file, minute % minutesPerSpeech === 0 ? spoken : silent);
  return file;
}

async function transcribe({ port }: Server, key: string, file: string): Promise<void> {
  const base = `http://127.0.0.1:${port}/apix/services/transcription-jobs/`;
  const call = async (method: string, url: string, type: string, body?: string | Uint8Array) => {
    const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': type }) };
    const answer = await fetch(base + url, { method, headers, ...(body && { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as { id: string; status: string; parts: number; part_bytes: number };
  };
  const about = JSON.stringify({ file_name: 'long.wav', size_bytes: statSync(file).size });
  const { id, parts, part_bytes } = await call('POST', '', 'application/json', about);
  const handle = openSync(file, 'r');
  const part = new Uint8Array(part_bytes);
  for (let number = 1; number <= parts; number++) {
    const length = readSync(handle, part, 0, part_bytes, (number - 1) * part_bytes);
    const bytes = part.subarray(0, length);
    await call('PUT', `${id}/parts/${number}/`, 'application/octet-stream', bytes);
  }
  for (let { status } = await call('POST', `${id}/start/`, ''); status !== 'complete'; ) {
    if (status !== 'queued' && status !== 'running') throw new Error(`The job is ${status}.`);
    await sleep(pollMs);
    ({ status } = await call('GET', `${id}/`, ''));
  }
}

/** What the server needs beyond its memory before, without the processes of its engines. */
export async function measureLongRecording(
  server: Server,
  key: string,
  { folder, spoken }: { folder: string; spoken: PcmAudio },
): Promise<Row> {
  const file = writeRecording(folder, spoken);
  const before = server.residentBytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, server.residentBytes());
  }, 5);
  await transcribe(server, key, file);
  clearInterval(timer);
  const what = 'memory for a recording of two hours as a job, beyond an idle server';
  return { what, measured: (most - before) / megabyte, unit: 'MB', limit: 300 };
}
