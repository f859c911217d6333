import { useFormState } from 'react-hook-form';
import type { ApiForm } from '#client/use-api-form.ts';
import { currencies, findCurrency } from '#lib/currencies.ts';
import { formatMoney } from '#lib/format-money.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { DestinationKind } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalOptionsWire } from '../../wire/withdrawals.ts';
import type { WithdrawValues } from './use-withdraw.ts';

type FieldsProps = { form: ApiForm<WithdrawValues>; options: WithdrawalOptionsWire };

function PaymentFields({ form, options: { refundable, currency } }: FieldsProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <SelectField
      label="Payment"
      placeholder="Choose a payment"
      required
      options={refundable.map(({ payment, internal_id, possible, paid_at }) => ({
        value: payment,
        label: `${formatMoney(possible, currency)} of ${paid_at.slice(0, 10)}, ${internal_id}`,
      }))}
      help="The provider returns the money the way it came, without your details."
      error={errors.payment?.message}
      {...form.register('payment')}
    />
  );
}

function BankFields({ form }: FieldsProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        label="Account holder"
        autoComplete="name"
        required
        error={errors.holder?.message}
        {...form.register('holder')}
      />
      <TextField
        label="IBAN"
        autoComplete="off"
        spellCheck={false}
        required
        error={errors.iban?.message}
        {...form.register('iban')}
      />
      <TextField
        label="BIC"
        autoComplete="off"
        spellCheck={false}
        help="Only for banks outside the euro area."
        error={errors.bic?.message}
        {...form.register('bic')}
      />
    </>
  );
}

/** A wallet in a cryptocurrency is paid out in it alone. */
function coinsFor(currency: string) {
  const wallet = findCurrency(currency);
  const coins = currencies.filter(({ kind }) => kind === 'crypto');
  return wallet?.kind === 'crypto' ? [wallet] : coins;
}

function CryptoFields({ form, options: { currency } }: FieldsProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <SelectField
        label="Currency and network"
        placeholder="Choose a currency"
        required
        options={coinsFor(currency).map(({ code, name }) => ({ value: code, label: name }))}
        error={errors.pay_currency?.message}
        {...form.register('pay_currency')}
      />
      <TextField
        label="Address"
        autoComplete="off"
        spellCheck={false}
        required
        help="Check it twice: what is sent to a wrong address is lost."
        error={errors.address?.message}
        {...form.register('address')}
      />
      <TextField
        label="Memo or tag"
        autoComplete="off"
        spellCheck={false}
        help="Only if the receiving wallet asks for one."
        error={errors.extra_id?.message}
        {...form.register('extra_id')}
      />
    </>
  );
}

const fields: Record<DestinationKind, (props: FieldsProps) => React.ReactNode> = {
  payment: PaymentFields,
  bank: BankFields,
  crypto: CryptoFields,
};

export function DestinationFields({ kind, ...props }: FieldsProps & { kind: DestinationKind }) {
  const Fields = fields[kind];
  return <Fields {...props} />;
}
