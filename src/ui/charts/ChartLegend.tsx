import type { ReactNode } from 'react';

export type LegendItem = { name: string; swatch: ReactNode };

export const ChartLegend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
    {items.map(({ name, swatch }) => (
      <li key={name} className="flex items-center gap-2">
        {swatch}
        {name}
      </li>
    ))}
  </ul>
);

export type TooltipItem = LegendItem & { value: string };

type ChartTooltipProps = {
  time: string;
  isPartial?: boolean | undefined;
  items: readonly TooltipItem[];
};

/** The values of one point, announced when the arrow keys reach it. */
export const ChartTooltip = ({ time, isPartial, items }: ChartTooltipProps) => (
  <div
    role="status"
    className="grid min-w-44 gap-1 border border-line px-3 py-2 text-sm text-text surface-raised shadow-float"
  >
    <p className="font-medium">
      {time}
      {isPartial && <span className="font-normal text-quiet">, so far</span>}
    </p>
    <dl className="grid gap-1">
      {items.map(({ name, swatch, value }) => (
        <div key={name} className="flex items-center gap-2">
          {swatch}
          <dt className="flex-1 text-quiet">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
