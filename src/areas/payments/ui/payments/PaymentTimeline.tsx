import clsx from 'clsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { type PaymentStatus, paymentStatusLabels } from '../../wire/payments.constants.ts';

type Step = PaymentWire['status_history'][number];

const dots: Partial<Record<PaymentStatus, string>> = {
  completed: 'bg-success',
  partially_paid: 'bg-warning',
  failed: 'bg-danger',
};

const formatStep = ({ status }: Step, isFirst: boolean) =>
  isFirst && status === 'pending' ? 'Payment started' : paymentStatusLabels[status];

const causes: Record<string, string> = {
  user: 'by you',
  staff: 'by our staff',
  webhook: 'reported by the payment provider',
  poll: 'answered by the payment provider',
  clock: 'time ran out',
};

/** Notes of webhooks and polls only repeat the provider's status. */
const hasNote = ({ note, source }: Step) =>
  note !== '' && source !== 'webhook' && source !== 'poll';

/** Oldest first. */
export function PaymentTimeline({ payment }: { payment: PaymentWire }) {
  return (
    <Panel title="Timeline">
      <ol>
        {payment.status_history.map((step, at) => (
          <li
            key={`${step.at} ${step.status} ${step.source}`}
            className="relative border-l border-control pb-5 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className={clsx(
                'absolute top-1.5 -left-1.25 size-2.5',
                dots[step.status] ?? 'bg-info',
              )}
            />
            <p className="font-medium">{formatStep(step, at === 0)}</p>
            {hasNote(step) && <p className="text-sm">{step.note}</p>}
            <p className="text-sm text-quiet">
              <RelativeTime value={step.at} />
              {causes[step.source] && `, ${causes[step.source]}`}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
