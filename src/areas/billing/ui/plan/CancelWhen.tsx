import type { ApiForm } from '#client/use-api-form.ts';
import { formatCount, formatDate } from '#lib/format.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import type { SubscriptionWire } from '../../wire/index.ts';

export type CancelValues = {
  when: 'period_end' | 'now';
  isAgreed: boolean;
  reason: string;
  comment: string;
};

type CancelWhenProps = { plan: SubscriptionWire; form: ApiForm<CancelValues>; isNow: boolean };

/** What an immediate cancellation ends; must match the server. */
export function listLosses({ tariff, status, ...plan }: SubscriptionWire): string[] {
  const end = formatDate(plan.current_period_end);
  const rest = `The ${formatCount(plan.days_remaining, 'day')} until ${end}`;
  const limits = `The limits of ${tariff.name}: the free plan’s limits apply immediately.`;
  const { pending_change: pending } = plan;
  // One that waits for the renewal is kept for the reactivation, which a trial does not have.
  const isLost = pending && (pending.payment || status === 'trialing');
  const change = isLost ? [`The change to ${pending.tariff.name}.`] : [];
  if (status === 'trialing') return [`${rest}: a trial is given once.`, limits, ...change];
  return [
    `${rest} are not refunded.`,
    limits,
    ...change,
    'Usage over a quota is still charged at the end of its month.',
    `You can reactivate the plan without paying again until ${end}.`,
  ];
}

/** When the plan ends. An immediate end has to be confirmed. */
export function CancelWhen({ plan, form, isNow }: CancelWhenProps) {
  const end = formatDate(plan.current_period_end);
  return (
    <div className="grid gap-4">
      {!plan.cancel_at_period_end && (
        <RadioGroup
          legend="When?"
          name="cancel_when"
          value={isNow ? 'now' : 'period_end'}
          onChange={(when) => form.setValue('when', when)}
          options={[
            {
              value: 'period_end',
              label: `On ${end}`,
              help: 'You keep everything until then',
            },
            { value: 'now', label: 'Now', help: 'You switch to the free plan immediately' },
          ]}
        />
      )}
      {isNow && (
        <div className="grid gap-3">
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {listLosses(plan).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <Checkbox label="End it now, without a refund" {...form.register('isAgreed')} />
        </div>
      )}
    </div>
  );
}
