import { formatMoney } from '#lib/format-money.ts';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import type { ChangePreviewWire } from '../../wire/index.ts';
import type { PaymentSource } from './queries.ts';

type PaySourceProps = {
  due: ChangePreviewWire;
  value: PaymentSource;
  onChange: (source: PaymentSource) => void;
};

export function PaySource({ due, value, onChange }: PaySourceProps) {
  const { available, missing } = due.balance;
  const isShort = Number(missing) > 0;
  const have = `You have ${formatMoney(available, due.currency)}`;
  return (
    <RadioGroup
      legend="Pay"
      name="payment_source"
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'balance',
          label: 'From your balance',
          help: isShort ? `${have}: ${formatMoney(missing, due.currency)} is missing` : have,
          isDisabled: isShort,
        },
        {
          value: 'payment',
          label: 'By card or bank',
          help: 'The plan starts when the payment completes',
        },
      ]}
    />
  );
}
