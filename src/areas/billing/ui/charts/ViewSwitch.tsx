import { ChartColumn, Table2 } from 'lucide-react';
import { Button } from '#ui/Button.tsx';

export type ChartView = 'chart' | 'table';
type ViewSwitchProps = { view: ChartView; onChange: (view: ChartView) => void };

const other = {
  chart: { to: 'table', words: 'Show as a table', Icon: Table2 },
  table: { to: 'chart', words: 'Show as a chart', Icon: ChartColumn },
} as const;

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { to, words, Icon } = other[view];
  return (
    <Button
      isIconOnly
      icon={<Icon size={16} aria-hidden />}
      onClick={() => onChange(to)}
      title={words}
    >
      {words}
    </Button>
  );
}
