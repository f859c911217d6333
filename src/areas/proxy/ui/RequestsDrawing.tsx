// The drawing itself. Loaded when there is something to draw: the library weighs more than a screen.
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { amountAxis, grid, margin, timeAxis } from '#ui/chart-axes.ts';
import type { ProxyStatisticsWire } from '../contract.ts';

export type RequestsDrawingProps = Pick<ProxyStatisticsWire, 'series'> & {
  sayTime: (x: string) => string;
  label: string;
};

export default function RequestsDrawing({ series, sayTime, label }: RequestsDrawingProps) {
  const area = (key: 'success' | 'requests', name: string, ink: string, dash?: string) => (
    <Area
      dataKey={key}
      name={name}
      stroke={ink}
      strokeWidth={2}
      fill={ink}
      fillOpacity={0.14}
      isAnimationActive={false}
      {...(dash && { strokeDasharray: dash })}
    />
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...series]} margin={margin} aria-label={label}>
        <CartesianGrid {...grid} />
        <XAxis {...timeAxis} tickFormatter={sayTime} />
        <YAxis {...amountAxis} allowDecimals={false} />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(x) => sayTime(String(x))}
          contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)' }}
        />
        {area('requests', 'Requests', 'var(--chart-2)', '4 4')}
        {area('success', 'Successful', 'var(--chart-1)')}
      </AreaChart>
    </ResponsiveContainer>
  );
}
