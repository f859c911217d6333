import { useState } from 'react';
import { formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { SpendingWire } from '../../wire/index.ts';
import { SpendingBar } from './SpendingBar.tsx';
import { SpendingDialog } from './SpendingDialog.tsx';
import { describeSpending, formatAtMost } from './spending-format.ts';

/** What the month costs, its ceiling, and the use of it. Staff see it without `hasAction`. */
export function Spending({ spending, hasAction = true }: SpendingProps) {
  const [isChanging, setChanging] = useState(false);
  const { effective_cap: cap, spent, currency, state } = spending;
  const isSold = state !== 'not_sold';
  return (
    <Panel
      title="Spending"
      description={`Starts again on ${formatDate(spending.resets_at)}`}
      actions={<SpendingBadge state={state} />}
      footer={
        hasAction &&
        isSold && (
          <div className="-ml-3">
            <Button size="small" variant="quiet" onClick={() => setChanging(true)}>
              Change the cap
            </Button>
          </div>
        )
      }
    >
      <div className="grid gap-4">
        <p className="font-display text-2xl font-semibold tabular-nums">
          {formatAtMost(spending) ?? 'No cap this month'}
        </p>
        {isSold && <Bill spending={spending} />}
        {isSold && cap !== null && state !== 'off' && (
          <SpendingBar label="Usage over the quota" spent={spent} cap={cap} currency={currency} />
        )}
        <p className="text-sm text-quiet">{describeSpending(spending)}</p>
      </div>
      {isChanging && <SpendingDialog spending={spending} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

type SpendingProps = { spending: SpendingWire; hasAction?: boolean };

const Bill = ({ spending }: SpendingProps) => (
  <p className="text-sm tabular-nums">
    {`${formatMoney(spending.fixed_fee, spending.currency)} for the plan, and ${formatMoney(spending.spent, spending.currency)} so far for usage over the quota.`}
  </p>
);

const SpendingBadge = ({ state }: Pick<SpendingWire, 'state'>) => {
  if (state === 'reached') return <Badge tone="danger">Cap reached</Badge>;
  return state === 'off' ? <Badge tone="neutral">Overage off</Badge> : null;
};

/** Also shown on the usage screen. */
export const CapReached = ({ spending }: SpendingProps) =>
  spending.state === 'reached' && (
    <Banner
      tone="error"
      title={`Your spending cap of ${formatMoney(spending.effective_cap ?? '0', spending.currency)} is reached`}
    >
      {`Calls over your quota are refused until ${formatDate(spending.resets_at)}, unless you raise the cap under Spending. It applies at once.`}
    </Banner>
  );
