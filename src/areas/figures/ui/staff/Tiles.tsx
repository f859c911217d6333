import type { ReactNode } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import { definitions, type FigureName } from '../../wire/figures.constants.ts';

type Tile = {
  name: FigureName;
  label: string;
  /** Absent while it loads. */
  value: string | undefined;
  /** How it changed. */
  detail?: ReactNode;
};

/** The main figures, each with its definition. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
    {tiles.map(({ name, label, value, detail }) => (
      <div key={name} className="min-w-0 p-5 surface-raised">
        <dt className="text-sm text-quiet">{label}</dt>
        <dd className="mt-1">
          {value === undefined ? (
            <Skeleton className="my-1 h-8 w-32" />
          ) : (
            <span className="font-display text-2xl font-semibold tabular-nums wrap-anywhere">
              {value}
            </span>
          )}
          {detail && <span className="mt-1 block text-sm">{detail}</span>}
          <span className="mt-2 block text-sm text-quiet">{definitions[name]}</span>
        </dd>
      </div>
    ))}
  </dl>
);
