// Transcripts as files. SRT counts in `00:00:01,500`, WebVTT in `00:00:01.500`.
import type { SegmentWire } from './transcription-contract.ts';

type Line = Pick<SegmentWire, 'start' | 'end' | 'text' | 'speaker'>;

function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, width: number) => String(value).padStart(width, '0');
  const hours = part(Math.floor(ms / 3_600_000), 2);
  const minutes = part(Math.floor(ms / 60_000) % 60, 2);
  return `${hours}:${minutes}:${part(Math.floor(ms / 1000) % 60, 2)}${separator}${part(ms % 1000, 3)}`;
}

// An empty line ends a cue, so none may stand within one.
const wordsOf = ({ text, speaker }: Line): string =>
  `${speaker ? `${speaker}: ` : ''}${text.trim().replace(/\s*\n\s*/g, '\n')}`;

const spoken = (lines: readonly Line[]) => lines.filter(({ text }) => text.trim() !== '');

/** SubRip, lines ended by CRLF as its players expect; nothing for no speech. */
export const toSrt = (lines: readonly Line[]): string =>
  spoken(lines)
    .map((line, at) => {
      const times = `${clock(line.start, ',')} --> ${clock(line.end, ',')}`;
      const words = wordsOf(line).replaceAll('-->', '→').replaceAll('\n', '\r\n');
      return `${at + 1}\r\n${times}\r\n${words}\r\n`;
    })
    .join('\r\n');

/** WebVTT (https://www.w3.org/TR/webvtt1/): `&` and `<` are markup there. */
export function toVtt(lines: readonly Line[]): string {
  const cues = spoken(lines).map((line) => {
    const words = wordsOf(line)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return `${clock(line.start, '.')} --> ${clock(line.end, '.')}\n${words}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** A paragraph a segment, with its time before it: `[00:01:05] The words`. */
export const toTimedText = (lines: readonly Line[]): string =>
  spoken(lines)
    .map((line) => `[${clock(line.start, '.').slice(0, 8)}] ${wordsOf(line)}\n`)
    .join('');
