import { useId } from 'react';
import { ChartLegend, ChartTooltip, type LegendItem, type TooltipItem } from './ChartLegend.tsx';
import { ChartPlot, type Plot } from './ChartPlot.tsx';
import { ChartTextures, LineSwatch, TextureSwatch, textureFill } from './ChartTextures.tsx';
import { linePath, niceTicks } from './chart-scale.ts';
import type { ChartFormats, ChartRow, ChartSeries } from './chart-types.ts';

export const chartHeightPx = 400;

export type BarRow = ChartRow & {
  /** The sum in the period before. */
  previous?: number | null;
};

export type BarChartProps = ChartFormats & {
  /** What the chart shows, for assistive technology. */
  label: string;
  rows: readonly BarRow[];
  series: readonly ChartSeries[];
  /** Series on top of each other, those below zero beneath it, or side by side. */
  layout?: 'stacked' | 'grouped';
  hasPrevious?: boolean;
  /** Values may have decimals, such as amounts. */
  hasFractions?: boolean;
  heightPx?: number;
};

const readValue = (row: BarRow, key: string) => row.values[key] ?? 0;
const previousColor = 'var(--quiet)';
/** The share of a band that its bars take up. */
const barShare = 0.8;

/** What the axis has to reach. */
function findExtremes({ rows, series, layout, hasPrevious }: BarChartProps): number[] {
  return rows.flatMap((row) => {
    const values = series.map(({ key }) => readValue(row, key));
    const addUp = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0);
    const ends =
      layout === 'grouped'
        ? values
        : [addUp(values.filter((value) => value > 0)), addUp(values.filter((value) => value < 0))];
    return hasPrevious ? [...ends, row.previous ?? 0] : ends;
  });
}

type Ends = [top: number, bottom: number];

type BarsProps = Pick<BarChartProps, 'series' | 'layout'> & {
  row: BarRow;
  index: number;
  plot: Plot;
  textureId: string;
};

function Bars({ row, index, series, layout, plot, textureId }: BarsProps) {
  const groupPx = plot.bandPx * barShare;
  const isGrouped = layout === 'grouped';
  const widthPx = isGrouped ? groupPx / series.length : groupPx;
  const left = plot.toX(index) - groupPx / 2;
  const ends = { above: 0, below: 0 };
  return series.map(({ key }, at) => {
    const value = readValue(row, key);
    const side = value < 0 ? 'below' : 'above';
    const from = isGrouped ? 0 : ends[side];
    ends[side] += value;
    const [top, bottom] = [from, from + value].map(plot.toY).sort((a, b) => a - b) as Ends;
    return (
      <rect
        key={key}
        x={left + (isGrouped ? at * widthPx : 0)}
        y={top}
        width={widthPx}
        height={bottom - top}
        fill={textureFill(textureId, at)}
        fillOpacity={row.partial ? 0.55 : 1}
      />
    );
  });
}

function PreviousLine({ rows, plot }: { rows: readonly BarRow[]; plot: Plot }) {
  const points = rows.flatMap(({ previous }, index) =>
    previous === null || previous === undefined
      ? []
      : [[plot.toX(index), plot.toY(previous)] as const],
  );
  return (
    <path d={linePath(points)} stroke={previousColor} strokeWidth="1.5" strokeDasharray="4 4" />
  );
}

/** Bars over time. The arrow keys go from bar to bar. */
export function BarChart(props: BarChartProps) {
  const { rows, series, layout, hasPrevious, hasFractions, heightPx = chartHeightPx } = props;
  const textureId = useId().replaceAll(/[^\w-]/g, '');
  const items = series.map(({ key, name }, at) => ({
    key,
    name,
    swatch: <TextureSwatch id={textureId} index={at} />,
  }));
  const before: LegendItem = {
    name: 'Previous period',
    swatch: <LineSwatch color={previousColor} isDashed />,
  };

  function tooltip(index: number) {
    const row = rows[index];
    if (!row) return null;
    const values: TooltipItem[] = items.map((item) => ({
      ...item,
      value: props.formatValue(readValue(row, item.key)),
    }));
    const { previous } = row;
    if (hasPrevious && typeof previous === 'number')
      values.push({ ...before, value: props.formatValue(previous) });
    return <ChartTooltip time={props.formatTime(row.x)} isPartial={row.partial} items={values} />;
  }

  return (
    <>
      {(series.length > 1 || hasPrevious) && (
        <ChartLegend items={hasPrevious ? [...items, before] : items} />
      )}
      <ChartPlot
        {...props}
        times={rows.map(({ x }) => x)}
        ticks={niceTicks(findExtremes(props), { hasFractions })}
        heightPx={heightPx}
        hasBands
        tooltip={tooltip}
      >
        {(plot) => (
          <>
            <ChartTextures id={textureId} count={series.length} />
            {rows.map((row, index) => (
              <Bars
                key={row.x}
                row={row}
                index={index}
                series={series}
                layout={layout}
                plot={plot}
                textureId={textureId}
              />
            ))}
            {hasPrevious && <PreviousLine rows={rows} plot={plot} />}
          </>
        )}
      </ChartPlot>
    </>
  );
}
