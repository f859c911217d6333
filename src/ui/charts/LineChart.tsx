import { ChartLegend, ChartTooltip } from './ChartLegend.tsx';
import { ChartPlot, type Plot } from './ChartPlot.tsx';
import { LineSwatch } from './ChartTextures.tsx';
import { linePath, niceTicks, stepPath } from './chart-scale.ts';
import type { ChartFormats, ChartRow, ChartSeries } from './chart-types.ts';

export type LineSeries = ChartSeries & { isDashed?: boolean };

export type LineChartProps = ChartFormats & {
  /** What the chart shows, for assistive technology. */
  label: string;
  rows: readonly ChartRow[];
  /** The first is drawn on top. */
  series: readonly LineSeries[];
  /** `step` for values that stay until something changes them, such as a balance. */
  shape?: 'linear' | 'step';
  /** Values may have decimals, such as amounts. */
  hasFractions?: boolean;
  heightPx?: number;
};

const chooseColor = (index: number) => `var(--chart-${index + 1})`;
const readValue = (row: ChartRow, key: string) => row.values[key] ?? 0;

type LineProps = Pick<LineChartProps, 'rows' | 'shape'> & {
  series: LineSeries;
  color: string;
  plot: Plot;
};

function Line({ rows, series: { key, isDashed }, shape, color, plot }: LineProps) {
  const ys = rows.map((row) => plot.toY(readValue(row, key)));
  const isStep = shape === 'step';
  const points = ys.map((y, index) => [plot.toX(index), y] as const);
  const isCut = !isStep && rows.length > 1;
  const soFar = isCut ? points.filter((_, index) => rows[index]?.partial) : [];
  const over = points.slice(0, points.length - soFar.length);
  const line = isStep ? stepPath(ys, plot.bandPx) : linePath(over);
  const [left, right] = isStep
    ? [0, rows.length * plot.bandPx]
    : [plot.toX(0), plot.toX(over.length - 1)];
  const zero = plot.toY(0);
  return (
    <>
      <path d={`${line}L${right} ${zero}H${left}Z`} fill={color} fillOpacity="0.14" />
      <path
        d={line}
        stroke={color}
        strokeWidth="2"
        strokeDasharray={isDashed ? '4 4' : undefined}
      />
      {soFar.length > 0 && (
        <path
          d={linePath([...over.slice(-1), ...soFar])}
          stroke={color}
          strokeWidth="2"
          strokeDasharray="1 4"
          strokeOpacity="0.6"
        />
      )}
      {plot.active !== undefined && (
        <circle cx={plot.toX(plot.active)} cy={ys[plot.active]} r="3" fill={color} />
      )}
    </>
  );
}

/**
 * Lines over time with filled areas, dotted to a time that is not over. The arrow keys go from
 * point to point.
 */
export function LineChart(props: LineChartProps) {
  const { rows, series, shape = 'linear', hasFractions, heightPx = 224 } = props;
  const lines = series.map((one, index) => ({ ...one, color: chooseColor(index) }));
  const items = lines.map(({ key, name, color, isDashed }) => ({
    key,
    name,
    swatch: <LineSwatch color={color} isDashed={isDashed} />,
  }));
  const values = rows.flatMap((row) => series.map(({ key }) => readValue(row, key)));

  function tooltip(index: number) {
    const row = rows[index];
    if (!row) return null;
    const drawn = items.map((item) => ({
      ...item,
      value: props.formatValue(readValue(row, item.key)),
    }));
    return <ChartTooltip time={props.formatTime(row.x)} isPartial={row.partial} items={drawn} />;
  }

  return (
    <>
      {series.length > 1 && <ChartLegend items={items} />}
      <ChartPlot
        {...props}
        times={rows.map(({ x }) => x)}
        ticks={niceTicks(values, { hasFractions })}
        heightPx={heightPx}
        hasBands={shape === 'step'}
        tooltip={tooltip}
      >
        {(plot) =>
          lines
            .toReversed()
            .map(({ color, ...one }) => (
              <Line
                key={one.key}
                rows={rows}
                shape={shape}
                color={color}
                plot={plot}
                series={one}
              />
            ))
        }
      </ChartPlot>
    </>
  );
}
