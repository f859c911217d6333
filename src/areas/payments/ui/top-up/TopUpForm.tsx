import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { formatEstimate } from '../amounts.ts';
import type { TopUp } from '../queries.ts';
import { PayCurrencyChoice } from './PayCurrencyChoice.tsx';
import {
  computeBounds,
  estimate,
  formatPriceEstimate,
  type PayCurrency,
  readPrice,
} from './top-up.ts';
import { useTopUp } from './use-top-up.ts';

const estimateDecimalsMax = 8;

function Summary({ amount, currency }: { amount: string; currency: PayCurrency }) {
  const found = estimate(amount, currency);
  if (!found) return <p className="text-sm text-quiet">Enter an amount to see what it costs.</p>;
  const { fee, paid } = found;
  const decimals = Math.min(currency.decimal_places, estimateDecimalsMax);
  return (
    <DescriptionList
      items={[
        {
          term: 'Your wallet gets',
          description: formatPriceEstimate(found.amount, currency),
          isNumeric: true,
        },
        {
          term: `Fee, ${currency.fee_percentage} %`,
          description: formatPriceEstimate(fee, currency),
          isNumeric: true,
        },
        {
          term: 'You pay about',
          description:
            paid === null
              ? 'Shown in the next step'
              : formatEstimate(paid, currency.code, decimals),
          isNumeric: true,
        },
      ]}
    />
  );
}

function formatBounds(currency: PayCurrency): string {
  const { least, most } = computeBounds(currency);
  return `At least ${formatPriceEstimate(least, currency)}, at most ${formatPriceEstimate(most, currency)}.`;
}

type TopUpFormProps = { currencies: readonly PayCurrency[]; start: TopUp };

export function TopUpForm({ currencies, start }: TopUpFormProps) {
  const { form, chosen, submit, isBusy } = useTopUp(currencies, start);
  const { errors } = form.formState;
  const field = useFormFields(form);
  const amount = useWatch({ control: form.control, name: 'amount' });
  const price = chosen ? readPrice(chosen).currency : 'USD';
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-6">
        <FormError form={form} />
        <TextField
          label="Amount"
          prefix={price}
          isNumeric
          inputMode="decimal"
          autoComplete="off"
          required
          help={chosen && formatBounds(chosen)}
          {...field('amount')}
          className="max-w-xs"
        />
        <PayCurrencyChoice
          currencies={currencies}
          chosen={chosen?.code ?? ''}
          field={form.register('pay_currency', { deps: ['amount'] })}
          error={errors.pay_currency?.message}
        />
      </div>
      <Panel title="What it costs" className="lg:sticky lg:top-20">
        {chosen && <Summary amount={amount} currency={chosen} />}
        {price !== 'USD' && (
          <p className="mt-4 text-sm">
            It goes into your wallet in {price}. Plans are paid from the one in USD.
          </p>
        )}
        <p className="mt-4 text-sm text-quiet">
          The next step shows where to pay
          {chosen?.code !== price && ' and locks the rate for an hour'}.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Starting...">
            Continue to payment
          </Button>
          <ButtonLink asChild variant="quiet">
            <Link to="/dashboard/wallet">Back</Link>
          </ButtonLink>
        </div>
      </Panel>
    </form>
  );
}
