import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { ApiForm } from '#client/use-api-form.ts';
import { findCurrency } from '#lib/currencies.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { RadioGroup, type RadioOption } from '#ui/fields/RadioGroup.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { type DestinationKind, withdrawalNoteMax } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalOptionsWire } from '../../wire/withdrawals.ts';
import { isAboveZero, trimZeros } from '../amounts.ts';
import { DestinationFields } from './DestinationFields.tsx';
import { computeMost, useWithdraw, type WithdrawValues } from './use-withdraw.ts';

const destinationsFor = ({
  refundable,
  currency,
}: WithdrawalOptionsWire): RadioOption<DestinationKind>[] => [
  {
    value: 'payment',
    label: 'Back the way it came',
    help:
      refundable.length > 0
        ? 'A refund to the card or account that you paid with. The fastest way.'
        : 'None of your payments can be refunded by its provider.',
    isDisabled: refundable.length === 0,
  },
  {
    value: 'bank',
    label: 'Bank account',
    help: 'A transfer by IBAN.',
    isDisabled: findCurrency(currency)?.kind === 'crypto',
  },
  { value: 'crypto', label: 'Crypto address', help: 'Sent at the rate of the day of the payout.' },
];

const toStartValues = (options: WithdrawalOptionsWire): WithdrawValues => ({
  destination: destinationsFor(options).find(({ isDisabled }) => !isDisabled)!.value,
  payment: options.refundable.length === 1 ? options.refundable[0]!.payment : '',
  holder: '',
  iban: '',
  bic: '',
  pay_currency: findCurrency(options.currency)?.kind === 'crypto' ? options.currency : '',
  address: '',
  extra_id: '',
  amount: '',
  note: '',
});

type AmountProps = { form: ApiForm<WithdrawValues>; options: WithdrawalOptionsWire };

function Amount({ form, options }: AmountProps) {
  const [destination, payment] = useWatch({
    control: form.control,
    name: ['destination', 'payment'],
  });
  const field = useFormFields(form);
  const most = computeMost(options, { destination, payment });
  return (
    <div className="flex items-start gap-3">
      <TextField
        label="Amount"
        prefix={options.currency}
        isNumeric
        inputMode="decimal"
        autoComplete="off"
        required
        help={`At most ${formatMoney(most, options.currency)}.`}
        {...field('amount')}
        className="max-w-xs min-w-0 flex-1"
      />
      <Button
        className="mt-6.5"
        onClick={() => form.setValue('amount', trimZeros(most), { shouldDirty: true })}
      >
        All of it
      </Button>
    </div>
  );
}

function Terms({ options, kind }: { options: WithdrawalOptionsWire; kind: DestinationKind }) {
  const { currency, terms } = options;
  const term = terms.find((one) => one.kind === kind);
  const least = term?.least && isAboveZero(term.least) ? term.least : null;
  const hasFee = Boolean(term?.fee && isAboveZero(term.fee));
  return (
    <ul className="grid list-disc gap-2 pl-5 text-sm">
      <li>The amount is reserved at once, and is available again if the request ends.</li>
      <li>Two people of our team check it. You can cancel it until then.</li>
      {least && <li>The smallest amount is {formatMoney(least, currency)}.</li>}
      <li>{hasFee ? `The fee is ${formatMoney(term!.fee!, currency)}.` : 'There is no fee.'}</li>
    </ul>
  );
}

export function WithdrawForm({ options }: { options: WithdrawalOptionsWire }) {
  const { form, submit, isBusy } = useWithdraw(options, toStartValues(options));
  const kind = useWatch({ control: form.control, name: 'destination' });
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[3fr_2fr]"
    >
      <div className="grid min-w-0 gap-6">
        <FormError form={form} />
        <RadioGroup
          legend="Where to"
          name="destination"
          value={kind}
          options={destinationsFor(options)}
          onChange={(value) => form.setValue('destination', value, { shouldDirty: true })}
        />
        <DestinationFields kind={kind} form={form} options={options} />
        <Amount form={form} options={options} />
        <TextArea
          label="Note"
          rows={2}
          maxLength={withdrawalNoteMax}
          help="For the people who check it, if there is something to know."
          error={form.formState.errors.note?.message}
          {...form.register('note')}
        />
      </div>
      <Panel title="What happens" className="lg:sticky lg:top-20">
        <Terms options={options} kind={kind} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Requesting...">
            Request withdrawal
          </Button>
          <ButtonLink asChild variant="quiet">
            <Link to="/dashboard/wallet">Back</Link>
          </ButtonLink>
        </div>
      </Panel>
    </form>
  );
}
