import clsx from 'clsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type WithdrawalStatus, withdrawalStatusLabels } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';

type Step = WithdrawalWire['history'][number];

const dots: Partial<Record<WithdrawalStatus, string>> = {
  settled: 'bg-success',
  rejected: 'bg-danger',
};

/** An approval after a settlement is the way back of a failed one. */
function formatStep({ status }: Step, before: Step | undefined): string {
  if (!before) return 'Requested';
  const isWayBack = status === 'approved' && before.status !== 'requested';
  return isWayBack ? 'Not paid out, reserved again' : withdrawalStatusLabels[status];
}

const causes: Record<Step['source'], string> = {
  user: 'by the customer',
  staff: 'by our staff',
  provider: 'reported by the payment provider',
};

/** Oldest first. `isOwn`: read by its owner. */
export const WithdrawalTimeline = ({
  withdrawal,
  isOwn,
}: {
  withdrawal: Pick<WithdrawalWire, 'history'>;
  isOwn: boolean;
}) => (
  <Panel title="Timeline">
    <ol>
      {withdrawal.history.map((step, at) => (
        <li
          key={`${step.at} ${step.status}`}
          className="relative border-l border-control pb-5 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className={clsx('absolute top-1.5 -left-1.25 size-2.5', dots[step.status] ?? 'bg-info')}
          />
          <p className="font-medium">{formatStep(step, withdrawal.history[at - 1])}</p>
          {step.note && <p className="text-sm wrap-anywhere">{step.note}</p>}
          <p className="text-sm text-quiet">
            <RelativeTime value={step.at} />,{' '}
            {isOwn && step.source === 'user' ? 'by you' : causes[step.source]}
          </p>
        </li>
      ))}
    </ol>
  </Panel>
);
