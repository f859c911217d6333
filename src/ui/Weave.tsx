import clsx from 'clsx';
import { useId } from 'react';
import { drawWeave, pitch } from '#lib/weave-threads.ts';
import { WeaveThreads } from './WeaveThreads.tsx';

export type WeaveProps = {
  /** The layers that hold, from left to right; each name once. */
  warp: readonly string[];
  /** The flows that move, from top to bottom; each name once. */
  weft: readonly string[];
  /** Hand-overs, as [warp index, weft index]. */
  knots?: readonly (readonly [number, number])[];
  /** What the picture shows, in a sentence. */
  label: string;
  /** Hides the picture from assistive technology, and the names of the threads. */
  isDecorative?: boolean;
  className?: string;
};

function describeWeave({ warp, weft, knots = [] }: WeaveProps): string {
  const meetings = knots.map(([a, b]) => `${weft[b]} at ${warp[a]}`).join(', ');
  const threads = `Held by ${warp.join(', ')}. Crossed by ${weft.join(', ')}.`;
  return meetings ? `${threads} Hand-overs: ${meetings}.` : threads;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

function WarpNames({ names, width }: { names: readonly string[]; width: number }) {
  return (
    <div
      aria-hidden="true"
      className="col-start-2 flex items-end justify-between pb-1.5 text-quiet"
      style={{ paddingInline: percent(pitch.end, width) }}
    >
      {names.map((name) => (
        <span key={name} className="flex w-0 justify-center">
          <span className="rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">{name}</span>
        </span>
      ))}
    </div>
  );
}

function WeftNames({ names, height }: { names: readonly string[]; height: number }) {
  return (
    <div aria-hidden="true" className="relative col-start-1 row-start-2">
      {names.map((name, index) => (
        <span
          key={name}
          className="absolute right-2 left-0 -translate-y-1/2 text-right leading-none text-balance sm:leading-tight"
          style={{ top: percent(pitch.end + index * pitch.weft, height) }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}

/**
 * Vertical warp threads crossed by weft threads, over and under in turn: an architecture at a
 * glance. It draws itself once, without script; the gaps take the colour of the surface below.
 */
export function Weave(props: WeaveProps) {
  const { warp, weft, knots = [], label, isDecorative, className } = props;
  const id = useId();
  const drawing = drawWeave(warp.length, weft.length);
  const { width, height } = drawing;
  if (isDecorative) {
    return (
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className={clsx('block h-auto w-full', className)}
      >
        <WeaveThreads drawing={drawing} knots={knots} />
      </svg>
    );
  }
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,26%)_1fr] grid-rows-[auto_auto] text-xs leading-tight',
        className,
      )}
    >
      <WarpNames names={warp} width={width} />
      <WeftNames names={weft} height={height} />
      <svg
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
        viewBox={`0 0 ${width} ${height}`}
        className="col-start-2 row-start-2 block h-auto w-full"
      >
        <title id={`${id}-title`}>{label}</title>
        <desc id={`${id}-description`}>{describeWeave(props)}</desc>
        <WeaveThreads drawing={drawing} knots={knots} />
      </svg>
    </div>
  );
}
