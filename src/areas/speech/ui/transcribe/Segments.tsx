import clsx from 'clsx';
import { formatClock, formatPercent } from '#lib/format.ts';
import type { SegmentWire, WordWire } from '../../wire/index.ts';
import { confidenceLevel } from '../speech-format.ts';

const tints = {
  sure: '',
  unsure: 'underline decoration-warning-text decoration-dotted underline-offset-4',
  doubtful: 'text-danger underline decoration-danger decoration-wavy underline-offset-4',
};

type TimeRange = { start: number; end: number };
const isNow = ({ start, end }: TimeRange, seconds: number) => seconds >= start && seconds < end;

type Seek = ((seconds: number) => void) | undefined;

function Word({ word, seconds, onSeek }: { word: WordWire; seconds: number; onSeek: Seek }) {
  const { start, probability } = word;
  const tint = confidenceLevel(probability);
  const title = probability === null ? undefined : `${formatPercent(probability)} sure`;
  const look = clsx(tint && tints[tint], isNow(word, seconds) && 'bg-warning text-on-warning!');
  if (!onSeek)
    return (
      <span title={title} className={look}>
        {word.word}
      </span>
    );
  return (
    <button
      type="button"
      onClick={() => onSeek(start)}
      title={title}
      className={clsx('min-h-6 rounded-control px-0.5 text-left hover:surface-sunken', look)}
    >
      {word.word}
    </button>
  );
}

function Time({ start, onSeek }: { start: number; onSeek: Seek }) {
  const look = 'self-start font-mono text-sm text-quiet';
  if (!onSeek) return <span className={clsx(look, 'leading-relaxed')}>{formatClock(start)}</span>;
  return (
    <button
      type="button"
      onClick={() => onSeek(start)}
      aria-label={`Play from ${formatClock(start)}`}
      className={clsx(look, 'min-h-6 text-left hover:text-text hover:underline')}
    >
      {formatClock(start)}
    </button>
  );
}

type SegmentsProps = {
  segments: readonly SegmentWire[];
  words: readonly WordWire[];
  seconds: number;
  /** Undefined without audio. */
  onSeek: Seek;
};

const wordsIn = (words: readonly WordWire[], { start, end }: TimeRange) =>
  words.filter((word) => word.start >= start - 0.001 && word.start < end);

/** Segments with times. A click on a time or a word plays from there. */
export const Segments = ({ segments, words, seconds, onSeek }: SegmentsProps) => (
  <ol className="grid gap-3">
    {segments.map((segment) => {
      const own = wordsIn(words, segment);
      return (
        <li
          key={segment.id}
          aria-current={isNow(segment, seconds) || undefined}
          className="grid grid-cols-[3.5rem_1fr] gap-3"
        >
          <Time start={segment.start} onSeek={onSeek} />
          <p className="min-w-0 leading-relaxed wrap-anywhere">
            {segment.speaker && (
              <span className="font-medium">{`Speaker ${segment.speaker}: `}</span>
            )}
            {own.length === 0
              ? segment.text
              : own.map((word) => (
                  <span key={word.start}>
                    <Word word={word} seconds={seconds} onSeek={onSeek} />{' '}
                  </span>
                ))}
          </p>
        </li>
      );
    })}
  </ol>
);
