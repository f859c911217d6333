import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { labelStep, labelWidthPx, scaleY } from './chart-scale.ts';

/** The width of an element in pixels, kept up to date; 0 before the first measurement. */
function useElementWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

const topPx = 8;
const timeAxisPx = 24;

/** What a chart draws into: places in pixels. */
export type Plot = {
  /** The width that belongs to one point. */
  bandPx: number;
  toX: (index: number) => number;
  toY: (value: number) => number;
  active: number | undefined;
};

export type ChartPlotProps = {
  /** What the chart shows, for assistive technology. */
  label: string;
  /** One a point, from left to right. */
  times: readonly string[];
  ticks: readonly number[];
  heightPx: number;
  /** Points in the middle of equal bands; otherwise the first and the last are at the edges. */
  hasBands?: boolean;
  formatAxisTime: (x: string) => string;
  formatAxisValue: (value: number) => string;
  tooltip: (index: number) => ReactNode;
  children: (plot: Plot) => ReactNode;
};

type TickLabelsProps = Pick<ChartPlotProps, 'ticks' | 'formatAxisValue'> & Pick<Plot, 'toY'>;

const TickLabels = ({ ticks, formatAxisValue, toY }: TickLabelsProps) => (
  <div aria-hidden="true" className="relative shrink-0 pr-2">
    {ticks.map((tick) => (
      <div key={tick}>
        {/* The first has no height: it only makes the column as wide as its labels. */}
        <span className="block h-0 overflow-hidden">{formatAxisValue(tick)}</span>
        <span className="absolute right-2 -translate-y-1/2" style={{ top: toY(tick) }}>
          {formatAxisValue(tick)}
        </span>
      </div>
    ))}
  </div>
);

type AxesProps = Pick<ChartPlotProps, 'times' | 'ticks' | 'heightPx' | 'formatAxisTime'> &
  Plot & { width: number };

function Axes({ times, ticks, heightPx, formatAxisTime, width, bandPx, toX, toY }: AxesProps) {
  const labels = times.map(formatAxisTime);
  const step = labelStep(labels, bandPx);
  return (
    <>
      {ticks.map((tick) => (
        <path key={tick} d={`M0 ${toY(tick)}H${width}`} stroke="var(--line)" />
      ))}
      <path d={`M0 ${toY(0)}H${width}`} stroke="var(--control)" />
      {labels.map((text, index) => {
        if ((labels.length - 1 - index) % step !== 0) return null;
        const half = labelWidthPx(text) / 2;
        const x = Math.min(Math.max(toX(index), half), Math.max(width - half, half));
        return (
          <text key={times[index]} x={x} y={heightPx - 6} textAnchor="middle" fill="var(--quiet)">
            {text}
          </text>
        );
      })}
    </>
  );
}

/** The point under the pointer or chosen by keyboard. */
function useActivePoint(count: number) {
  const [active, setActive] = useState<number>();
  function moveByKey(event: KeyboardEvent) {
    const targets: Record<string, number | undefined> = {
      ArrowRight: Math.min((active ?? -1) + 1, count - 1),
      ArrowLeft: Math.max((active ?? count) - 1, 0),
      Home: 0,
      End: count - 1,
      Escape: undefined,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    setActive(targets[event.key]);
  }
  return {
    active: active !== undefined && active < count ? active : undefined,
    setActive,
    moveByKey,
  };
}

type CursorProps = { plot: Plot; heightPx: number; hasBands: boolean };

function Cursor({ plot: { active, toX, bandPx }, heightPx, hasBands }: CursorProps) {
  if (active === undefined) return null;
  const height = heightPx - timeAxisPx - topPx;
  const x = toX(active);
  if (!hasBands) return <path d={`M${x} ${topPx}v${height}`} stroke="var(--control)" />;
  return (
    <rect
      x={x - bandPx / 2}
      y={topPx}
      width={bandPx}
      height={height}
      fill="var(--text)"
      opacity="0.06"
    />
  );
}

/**
 * Axes, grid and tooltip around what a chart draws, placed by inline styles since all places are
 * computed in pixels. The arrow keys, Home and End go from point to
 * point, Escape hides the tooltip.
 */
export function ChartPlot(props: ChartPlotProps) {
  const {
    label,
    times,
    ticks,
    heightPx,
    hasBands = false,
    formatAxisValue,
    tooltip,
    children,
  } = props;
  const { ref, width } = useElementWidth();
  const { active, setActive, moveByKey } = useActivePoint(times.length);
  const toY = scaleY(ticks, topPx, heightPx - timeAxisPx);
  const bandPx = width / Math.max(hasBands ? times.length : times.length - 1, 1);
  const plot: Plot = {
    bandPx,
    active,
    toY,
    toX: (index) =>
      hasBands ? (index + 0.5) * bandPx : times.length === 1 ? width / 2 : index * bandPx,
  };

  function follow({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const index = hasBands ? Math.floor(x / bandPx) : Math.round(x / bandPx);
    setActive(Math.min(Math.max(index, 0), times.length - 1));
  }

  const isRight = active !== undefined && plot.toX(active) > width / 2;
  return (
    <div className="text-xs tabular-nums text-quiet" style={{ display: 'flex', height: heightPx }}>
      <TickLabels ticks={ticks} formatAxisValue={formatAxisValue} toY={toY} />
      <div
        ref={ref}
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the points.
        tabIndex={0}
        onKeyDown={moveByKey}
        onBlur={() => setActive(undefined)}
        onPointerMove={follow}
        onPointerLeave={() => setActive(undefined)}
        style={{ position: 'relative', flex: 1, minWidth: 0 }}
      >
        {width > 0 && (
          <svg
            aria-hidden="true"
            width={width}
            height={heightPx}
            fill="none"
            style={{ position: 'absolute', inset: 0 }}
          >
            <Axes {...props} {...plot} width={width} />
            <Cursor plot={plot} heightPx={heightPx} hasBands={hasBands} />
            {children(plot)}
          </svg>
        )}
        {active !== undefined && (
          <div
            className="pointer-events-none absolute top-2 z-10"
            style={
              isRight ? { right: width - plot.toX(active) + 12 } : { left: plot.toX(active) + 12 }
            }
          >
            {tooltip(active)}
          </div>
        )}
      </div>
    </div>
  );
}
