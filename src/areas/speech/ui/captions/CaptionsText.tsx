import { useEffect, useRef } from 'react';
import { formatClock } from '#lib/format.ts';
import type { SegmentWire } from '../../wire/index.ts';

/** The text so far, which screen readers read out as it grows. Follows its end. */
export function CaptionsText({ segments }: { segments: readonly SegmentWire[] }) {
  const box = useRef<HTMLDivElement>(null);
  const count = segments.length;
  useEffect(() => {
    if (count > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section ref={box} tabIndex={0} aria-label="Captions" className={boxClass}>
      <div role="log" aria-label="Text" className="grid gap-2">
        {segments.map(({ start, text }, at) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: text is only added at the end.
            key={at}
            className="grid grid-cols-[3.5rem_1fr] gap-3 text-lg leading-relaxed"
          >
            <span aria-hidden="true" className="font-mono text-sm leading-8 text-quiet">
              {formatClock(start)}
            </span>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </p>
        ))}
      </div>
      {count === 0 && <p className="text-quiet">The text appears here while you speak.</p>}
    </section>
  );
}

const boxClass = 'max-h-96 min-h-40 overflow-y-auto border border-line px-4 py-3';
