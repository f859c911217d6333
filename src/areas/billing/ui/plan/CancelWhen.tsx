import { Checkbox } from '#ui/Checkbox.tsx';
import { RadioRows } from '#ui/RadioRows.tsx';
import type { SubscriptionWire } from '../../contract.ts';
import { sayDay } from './plan-words.ts';

export type EndTime = 'period_end' | 'now';

type CancelWhenProps = {
  plan: SubscriptionWire;
  when: EndTime;
  onWhenChange: (when: EndTime) => void;
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
};

const sayDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** What ending at once takes away, as the server does it. */
export function listLosses({ tariff, status, ...plan }: SubscriptionWire): string[] {
  const end = sayDay(plan.current_period_end);
  const rest = `The ${sayDays(plan.days_remaining)} until ${end}`;
  const limits = `The limits of ${tariff.name}: from the next call on those of the free plan hold.`;
  const change = plan.pending_change ? [`The change to ${plan.pending_change.tariff.name}.`] : [];
  if (status === 'trialing') return [`${rest}: a trial is given once.`, limits, ...change];
  return [
    `${rest} are not refunded.`,
    limits,
    ...change,
    'What was used past a quota is still charged when its month is over.',
    `You can have the plan back, without paying again, until ${end}.`,
  ];
}

/** When the plan ends. At once must be wanted twice. */
export function CancelWhen({ plan, when, onWhenChange, isAgreed, onAgree }: CancelWhenProps) {
  const end = sayDay(plan.current_period_end);
  return (
    <div className="grid gap-4">
      {!plan.cancel_at_period_end && (
        <RadioRows
          legend="When?"
          name="cancel_when"
          value={when}
          onChange={onWhenChange}
          rows={[
            {
              value: 'period_end',
              label: `On ${end}`,
              help: 'You keep everything until then',
            },
            { value: 'now', label: 'Now', help: 'The free plan holds at once' },
          ]}
        />
      )}
      {when === 'now' && (
        <div className="grid gap-3">
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {listLosses(plan).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <Checkbox
            label="End it now, without a refund"
            checked={isAgreed}
            onChange={({ target }) => onAgree(target.checked)}
          />
        </div>
      )}
    </div>
  );
}
