// Transcripts as files.

import type { TranscriptionWire } from '../../wire/index.ts';
import { toSrt, toTimedText, toVtt } from '../../wire/subtitles.format.ts';

export type TranscriptParts = Pick<
  TranscriptionWire,
  'segments' | 'words' | 'language' | 'model'
> & {
  duration: number;
};
export type TranscriptFile = { value: string; label: string; ending: string; type: string };

export const transcriptFiles: readonly TranscriptFile[] = [
  { value: 'text', label: 'Text', ending: 'txt', type: 'text/plain' },
  { value: 'timed', label: 'Text with times', ending: 'times.txt', type: 'text/plain' },
  { value: 'srt', label: 'Subtitles, SRT', ending: 'srt', type: 'application/x-subrip' },
  { value: 'vtt', label: 'Subtitles, WebVTT', ending: 'vtt', type: 'text/vtt' },
  { value: 'json', label: 'JSON', ending: 'json', type: 'application/json' },
];

const writers: Record<string, (parts: TranscriptParts) => string> = {
  text: ({ segments }) => `${toText(segments)}\n`,
  timed: ({ segments }) => toTimedText(segments),
  srt: ({ segments }) => toSrt(segments),
  vtt: ({ segments }) => toVtt(segments),
  json: (parts) => `${JSON.stringify({ text: toText(parts.segments), ...parts }, null, 2)}\n`,
};

export const toText = (segments: TranscriptParts['segments']): string =>
  segments
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n');

export const writeTranscript = ({ value, type }: TranscriptFile, parts: TranscriptParts): Blob =>
  new Blob([writers[value]!(parts)], { type: `${type};charset=utf-8` });

/** `memo.m4a` as `memo`. */
export const baseName = (fileName: string): string =>
  fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'transcript';
