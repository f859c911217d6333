import clsx from 'clsx';
import type { SegmentWire, WordWire } from '../../contract.ts';
import { sayClock, sureness } from '../speech-words.ts';

const tints = {
  sure: '',
  unsure: 'underline decoration-weld-text decoration-dotted underline-offset-4',
  doubtful: 'text-rust underline decoration-rust decoration-wavy underline-offset-4',
};
const percent = new Intl.NumberFormat('en', { style: 'percent' });

type At = { start: number; end: number };
const isNow = ({ start, end }: At, seconds: number) => seconds >= start && seconds < end;

function Word({ word, seconds, onSeek }: { word: WordWire; seconds: number; onSeek: Seek }) {
  const { start, probability } = word;
  const tint = sureness(probability);
  return (
    <button
      type="button"
      onClick={() => onSeek(start)}
      title={probability === null ? undefined : `${percent.format(probability)} sure`}
      className={clsx(
        'min-h-6 rounded-control px-0.5 text-left hover:surface-sunken',
        tint && tints[tint],
        isNow(word, seconds) && 'bg-weld text-on-weld!',
      )}
    >
      {word.word}
    </button>
  );
}

type Seek = (seconds: number) => void;
type SegmentsProps = {
  segments: readonly SegmentWire[];
  words: readonly WordWire[];
  seconds: number;
  onSeek: Seek;
};

const wordsIn = (words: readonly WordWire[], { start, end }: At) =>
  words.filter((word) => word.start >= start - 0.001 && word.start < end);

/** The transcript with its times: a press on a time or a word plays from there. */
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
          <button
            type="button"
            onClick={() => onSeek(segment.start)}
            aria-label={`Play from ${sayClock(segment.start)}`}
            className="min-h-6 self-start text-left font-mono text-sm text-quiet hover:text-text hover:underline"
          >
            {sayClock(segment.start)}
          </button>
          <p className="min-w-0 leading-relaxed wrap-anywhere">
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
