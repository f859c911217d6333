import { useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { formatMoney } from '#lib/format-money.ts';
import { compareAmounts, parseAmount } from '#lib/money.ts';
import { toast } from '#ui/toast.ts';
import type { DestinationKind } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalOptionsWire } from '../../wire/withdrawals.ts';
import { loadWithdrawalSchema, useCreateWithdrawal, type WithdrawalBody } from './queries.ts';

export type WithdrawValues = {
  destination: DestinationKind;
  payment: string;
  holder: string;
  iban: string;
  bic: string;
  pay_currency: string;
  address: string;
  extra_id: string;
  amount: string;
  note: string;
};

/** The most that the chosen destination takes: of a payment, what its provider can give back. */
export function computeMost(
  { available, currency, refundable }: WithdrawalOptionsWire,
  { destination, payment }: Pick<WithdrawValues, 'destination' | 'payment'>,
): string {
  const possible = refundable.find((one) => one.payment === payment)?.possible;
  if (destination !== 'payment' || !possible) return available;
  const amounts = [possible, available].map((text) => parseAmount(text, currency)!);
  return compareAmounts(amounts[0]!, amounts[1]!) < 0 ? possible : available;
}

function amountError(options: WithdrawalOptionsWire, values: WithdrawValues): string | undefined {
  const { currency, terms } = options;
  const read = (text: string | null | undefined) => parseAmount(text ?? '0', currency)!;
  const amount = parseAmount(values.amount.trim(), currency);
  if (!amount || amount.minor <= 0n) return 'Enter an amount.';
  const most = computeMost(options, values);
  if (compareAmounts(amount, read(most)) > 0)
    return `Enter at most ${formatMoney(most, currency)}.`;
  const least = terms.find(({ kind }) => kind === values.destination)?.least;
  return compareAmounts(amount, read(least)) < 0
    ? `Enter at least ${formatMoney(least ?? '0', currency)}.`
    : undefined;
}

function toBody(values: WithdrawValues, currency: string): WithdrawalBody {
  const money = { amount: values.amount.trim(), currency, note: values.note.trim() };
  const { destination, payment, holder, iban, bic, pay_currency, address, extra_id } = values;
  if (destination === 'payment') return { destination, payment, ...money };
  if (destination === 'bank') return { destination, holder, iban, bic, ...money };
  return { destination, pay_currency, address, extra_id, ...money };
}

export function useWithdraw(options: WithdrawalOptionsWire, start: WithdrawValues) {
  const navigate = useNavigate();
  const create = useCreateWithdrawal();
  return useApiForm<WithdrawValues, WithdrawalBody>({
    defaultValues: start,
    loadSchema: loadWithdrawalSchema,
    rules: (values) => ({ amount: amountError(options, values) }),
    toBody: (values) => toBody(values, options.currency),
    save: async (body, { idempotencyKey }) => {
      const { uuid } = await create.mutateAsync({ body, key: idempotencyKey });
      toast.success('Requested. The amount is reserved.');
      await navigate(`/dashboard/withdrawals/${uuid}`);
    },
  });
}
