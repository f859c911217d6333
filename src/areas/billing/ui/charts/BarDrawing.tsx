// The bars themselves. Loaded when a chart is shown: the library weighs more than any screen.
import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { amountAxis, grid, margin, timeAxis } from '#ui/chart-axes.ts';
import type { BarChartProps } from './BarChart.tsx';
import { BarTip } from './BarTip.tsx';
import { fillOf, Textures } from './Textures.tsx';

/** What is not over yet is drawn as if it were woven thinner. */
const BarShape = (props: BarShapeProps) => {
  const { partial } = props.payload as { partial?: boolean };
  return <Rectangle {...props} fillOpacity={partial ? 0.55 : 1} />;
};

export type BarDrawingProps = BarChartProps & { textureId: string };

export default function BarDrawing(props: BarDrawingProps) {
  const { rows, series, hasPrevious, sayTime, sayShortly, label, textureId } = props;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} margin={margin} barCategoryGap="20%" aria-label={label}>
        <Textures id={textureId} count={series.length} />
        <CartesianGrid {...grid} />
        <XAxis {...timeAxis} tickFormatter={sayTime} />
        <YAxis
          {...amountAxis}
          tickFormatter={sayShortly}
          allowDecimals={props.hasFractions ?? false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--control)', fill: 'var(--text)', fillOpacity: 0.06 }}
          content={({ active, label: x }) => {
            const row = active ? rows.find((one) => one.x === x) : undefined;
            return row ? <BarTip {...props} row={row} /> : null;
          }}
        />
        {series.map(({ key, name }, at) => (
          <Bar
            key={key}
            dataKey={(row: BarDrawingProps['rows'][number]) => row.values[key] ?? 0}
            name={name}
            stackId="all"
            fill={fillOf(textureId, at)}
            isAnimationActive={false}
            shape={BarShape}
          />
        ))}
        {hasPrevious && (
          <Line
            dataKey="previous"
            name="Before"
            stroke="var(--quiet)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
            dot={false}
            activeDot={{ r: 3, fill: 'var(--quiet)' }}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
