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
  const sources = [
    {
      source: 'balance' as const,
      label: 'From your balance',
      help: isShort
        ? `You have ${sayMoney(available, due.currency)}: ${sayMoney(missing, due.currency)} is missing`
        : `You have ${sayMoney(available, due.currency)}`,
    },
    {
      source: 'payment' as const,
      label: 'By card or bank',
      help: 'The plan begins when the payment is completed',
    },
  ];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Pay</legend>
      <div className="divide-y divide-line border border-control">
        {sources.map(({ source, label, help }) => (
          <label
            key={source}
            className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-text/5 has-checked:bg-madder/8"
          >
            <input
              type="radio"
              name="payment_source"
              checked={value === source}
              disabled={source === 'balance' && isShort}
              onChange={() => onChange(source)}
              className="size-4"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-quiet">{help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
