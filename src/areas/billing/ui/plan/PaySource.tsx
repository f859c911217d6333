import { RadioRows } from '#ui/RadioRows.tsx';
import type { ChangePreviewWire } from '../../contract.ts';
import { sayMoney } from './plan-words.ts';
import type { PaymentSource } from './queries.ts';

type PaySourceProps = {
  due: ChangePreviewWire;
  value: PaymentSource;
  onChange: (source: PaymentSource) => void;
};

export function PaySource({ due, value, onChange }: PaySourceProps) {
  const { available, missing } = due.balance;
  const isShort = Number(missing) > 0;
  const have = `You have ${sayMoney(available, due.currency)}`;
  return (
    <RadioRows
      legend="Pay"
      name="payment_source"
      value={value}
      onChange={onChange}
      rows={[
        {
          value: 'balance',
          label: 'From your balance',
          help: isShort ? `${have}: ${sayMoney(missing, due.currency)} is missing` : have,
          isDisabled: isShort,
        },
        {
          value: 'payment',
          label: 'By card or bank',
          help: 'The plan begins when the payment is completed',
        },
      ]}
    />
  );
}
