// Formats for the speech screens.
import { formatLanguage, formatNumber } from '#lib/format.ts';

/** `Portuguese` for `pt`, `Any language` for `mul`. */
export const formatVoiceLanguage = (tag: string): string =>
  tag === 'mul' ? 'Any language' : formatLanguage(tag);

/** `1 second`, `12.3 seconds`. */
export const formatSeconds = (value: number): string =>
  `${formatNumber(value)} ${value === 1 ? 'second' : 'seconds'}`;

/** The engine's confidence in three levels; undefined when it reports none. */
export function confidenceLevel(
  probability: number | null,
): 'sure' | 'unsure' | 'doubtful' | undefined {
  if (probability === null) return undefined;
  if (probability >= 0.8) return 'sure';
  return probability >= 0.5 ? 'unsure' : 'doubtful';
}
