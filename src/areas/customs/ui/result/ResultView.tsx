import type { ReactNode } from 'react';
import { Panel } from '#ui/Panel.tsx';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import { Breakdown } from './Breakdown.tsx';
import { FactList } from './FactList.tsx';
import { Notices } from './Notices.tsx';
import { TotalView } from './TotalView.tsx';
import { UsedRates } from './UsedRates.tsx';

type ResultViewProps = {
  calculation: CalculationWire /** Below the facts. */;
  children?: ReactNode;
};

/** A complete result. In a single column, the total comes first. */
export const ResultView = ({ calculation, children }: ResultViewProps) => (
  <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
    <Panel title="What it costs" className="lg:col-start-2">
      <TotalView result={calculation} />
    </Panel>
    <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <Notices result={calculation} />
      <Breakdown result={calculation} />
      <UsedRates result={calculation} />
    </div>
    <div className="grid min-w-0 gap-6 lg:col-start-2">
      <FactList calculation={calculation} />
      {children}
    </div>
  </div>
);
