// What OpenAI's audio API gets of a recording. It decides by the file's name: "Unrecognized file
// format. Supported formats: ...". Of other formats, and of larger files, it gets the decoded
// samples.
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodedRate } from '../audio/decode-audio.ts';
import { mediaTypes } from '../audio/media-types.ts';
import { splitRecording } from '../audio/split-recording.ts';
import { wavHeader } from '../audio/wav.ts';
import type { TranscriptionJob } from './engine.ts';

/** The name of the file goes to the server too. */
export type Upload = { file: string; contentType: string; startSeconds: number; seconds: number };

const formats: ReadonlySet<string> = new Set([
  'flac',
  'm4a',
  'mp3',
  'mp4',
  'mpeg',
  'mpga',
  'oga',
  'ogg',
  'wav',
  'webm',
]);
/** The limit of 25 MiB is for the whole request. */
const uploadBytesMax = 25_000_000;

type Recording = Pick<TranscriptionJob, 'originalFile' | 'media' | 'samplesFile' | 'seconds'>;

/** The file of one upload is overwritten by the next. */
export async function* writeUploads(recording: Recording): AsyncGenerator<Upload, void> {
  const { originalFile, media, samplesFile, seconds } = recording;
  if (formats.has(media.extension) && (await fits(originalFile))) {
    yield { file: originalFile, contentType: media.contentType, startSeconds: 0, seconds };
    return;
  }
  const file = path.join(path.dirname(samplesFile), 'samples.wav');
  const pieces = (await fits(samplesFile))
    ? [{ startSeconds: 0, seconds, samples: await readFile(samplesFile) }]
    : splitRecording(samplesFile);
  for await (const { samples, ...times } of pieces) {
    await writeFile(file, [wavHeader(decodedRate, samples.length), samples]);
    yield { file, contentType: mediaTypes['audio/wav'].contentType, ...times };
  }
}

const fits = async (file: string): Promise<boolean> => (await stat(file)).size <= uploadBytesMax;
