import { ChartColumn, Table2 } from 'lucide-react';
import { Button } from '../Button.tsx';

export type ChartView = 'chart' | 'table';
type ChartViewSwitchProps = { view: ChartView; onChange: (view: ChartView) => void };

const other = {
  chart: { view: 'table', label: 'Show as a table', Icon: Table2 },
  table: { view: 'chart', label: 'Show as a chart', Icon: ChartColumn },
} as const;

/** Switches between a chart and the table of its values. */
export function ChartViewSwitch({ view, onChange }: ChartViewSwitchProps) {
  const { view: next, label, Icon } = other[view];
  return (
    <Button
      isIconOnly
      icon={<Icon size={16} aria-hidden />}
      onClick={() => onChange(next)}
      title={label}
    >
      {label}
    </Button>
  );
}
