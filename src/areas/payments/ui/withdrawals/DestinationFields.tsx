import type { ApiForm } from '#client/use-api-form.ts';
import { currencies, findCurrency } from '#lib/currencies.ts';
import { formatMoney } from '#lib/format-money.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { DestinationKind } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalOptionsWire } from '../../wire/withdrawals.ts';
import type { WithdrawValues } from './use-withdraw.ts';

type FieldsProps = { form: ApiForm<WithdrawValues>; options: WithdrawalOptionsWire };

function PaymentFields({ form, options: { refundable, currency } }: FieldsProps) {
  const field = useFormFields(form);
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
      {...field('payment')}
    />
  );
}

function BankFields({ form }: FieldsProps) {
  const field = useFormFields(form);
  return (
    <>
      <TextField label="Account holder" autoComplete="name" required {...field('holder')} />
      <TextField label="IBAN" autoComplete="off" spellCheck={false} required {...field('iban')} />
      <TextField
        label="BIC"
        autoComplete="off"
        spellCheck={false}
        help="Only for banks outside the euro area."
        {...field('bic')}
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
  const field = useFormFields(form);
  return (
    <>
      <SelectField
        label="Currency and network"
        placeholder="Choose a currency"
        required
        options={coinsFor(currency).map(({ code, name }) => ({ value: code, label: name }))}
        {...field('pay_currency')}
      />
      <TextField
        label="Address"
        autoComplete="off"
        spellCheck={false}
        required
        help="Check it twice: what is sent to a wrong address is lost."
        {...field('address')}
      />
      <TextField
        label="Memo or tag"
        autoComplete="off"
        spellCheck={false}
        help="Only if the receiving wallet asks for one."
        {...field('extra_id')}
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
