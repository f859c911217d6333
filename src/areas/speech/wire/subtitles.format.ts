// Subtitle formats. Times are `00:00:01,500` in SRT and `00:00:01.500` in WebVTT.
import { hourMs, minuteMs } from '#lib/durations.ts';
import type { SegmentWire } from './transcriptions.ts';

type Line = Pick<SegmentWire, 'start' | 'end' | 'text' | 'speaker'>;

function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, width: number) => String(value).padStart(width, '0');
  const hours = part(Math.floor(ms / hourMs), 2);
  const minutes = part(Math.floor(ms / minuteMs) % 60, 2);
  return `${hours}:${minutes}:${part(Math.floor(ms / 1000) % 60, 2)}${separator}${part(ms % 1000, 3)}`;
}

// An empty line would end the cue.
const splitWords = ({ text, speaker }: Line): string =>
  `${speaker ? `${speaker}: ` : ''}${text.trim().replace(/\s*\n\s*/g, '\n')}`;

const spoken = (lines: readonly Line[]) => lines.filter(({ text }) => text.trim() !== '');

/** SubRip, with CRLF as players expect. Empty without speech. */
export const toSrt = (lines: readonly Line[]): string =>
  spoken(lines)
    .map((line, at) => {
      const times = `${clock(line.start, ',')} --> ${clock(line.end, ',')}`;
      const words = splitWords(line).replaceAll('-->', '→').replaceAll('\n', '\r\n');
      return `${at + 1}\r\n${times}\r\n${words}\r\n`;
    })
    .join('\r\n');

/** WebVTT (https://www.w3.org/TR/webvtt1/): `&` and `<` are markup there. */
export function toVtt(lines: readonly Line[]): string {
  const cues = spoken(lines).map((line) => {
    const words = splitWords(line)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return `${clock(line.start, '.')} --> ${clock(line.end, '.')}\n${words}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** One line per segment, with its time: `[00:01:05] The words`. */
export const toTimedText = (lines: readonly Line[]): string =>
  spoken(lines)
    .map((line) => `[${clock(line.start, '.').slice(0, 8)}] ${splitWords(line)}\n`)
    .join('');
