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
import type { ProxyStatisticsWire } from '../contract.ts';

const tick = { fill: 'var(--quiet)', fontSize: 12 };

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
      <AreaChart
        data={[...series]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        aria-label={label}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="x"
          tickFormatter={sayTime}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--control)' }}
          minTickGap={28}
        />
        <YAxis width="auto" tick={tick} tickLine={false} axisLine={false} allowDecimals={false} />
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
