import { lazy, Suspense, useId } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import { BarTable } from './BarTable.tsx';
import { Swatch } from './Textures.tsx';

const BarDrawing = lazy(() => import('./BarDrawing.tsx'));

export const chartHeightPx = 400;

export type BarChartProps = {
  /** Says what is seen, for who does not see it. */
  label: string;
  rows: readonly {
    x: string;
    values: Record<string, number>;
    previous: number | null;
    partial: boolean;
  }[];
  series: readonly { key: string; name: string }[];
  hasPrevious?: boolean;
  /** Values may have decimals, such as amounts. */
  hasFractions?: boolean;
  sayTime: (x: string) => string;
  sayLongTime: (x: string) => string;
  sayValue: (value: number) => string;
  sayShortly: (value: number) => string;
};

type View = 'chart' | 'table';

const Legend = ({ series, hasPrevious, textureId }: BarChartProps & { textureId: string }) => (
  <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
    {series.map(({ key, name }, at) => (
      <li key={key} className="flex items-center gap-2">
        <Swatch id={textureId} at={at} />
        {name}
      </li>
    ))}
    {hasPrevious && (
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-quiet" />
        The time before
      </li>
    )}
  </ul>
);

/** Bars over time, stacked, or the same figures as a table. The arrow keys go from bar to bar. */
export function BarChart({ view, ...props }: BarChartProps & { view: View }) {
  const textureId = useId().replaceAll(/[^\w-]/g, '');
  if (view === 'table') return <BarTable {...props} heightPx={chartHeightPx} />;
  const waiting = <Skeleton className="size-full" />;
  return (
    <figure>
      <figcaption className="sr-only">{props.label}</figcaption>
      {(props.series.length > 1 || props.hasPrevious) && (
        <Legend {...props} textureId={textureId} />
      )}
      <div className="text-xs tabular-nums" style={{ height: chartHeightPx }}>
        <Suspense fallback={waiting}>
          <BarDrawing {...props} textureId={textureId} />
        </Suspense>
      </div>
    </figure>
  );
}
