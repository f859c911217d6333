// Limits of manual credits and debits, checked when proposed and again when approved.
import { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, compareAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import { insufficientBalance } from '../../wire/adjustments.ts';
import { assertWorth } from '../checkout/amount-limits.ts';
import type { PaymentsConfig } from '../config.ts';
import type { Payments } from '../context.ts';

/** Throws InvalidInput for an amount above the limit of one adjustment. */
export function assertWithinCeiling(
  { ADJUSTMENT_MAX_USD }: Pick<PaymentsConfig, 'ADJUSTMENT_MAX_USD'>,
  amount: Amount,
): void {
  assertWorth(amount, { most: toAmount(String(ADJUSTMENT_MAX_USD), 'USD'), rounding: 'up' });
}

/** The available balance; zero without a wallet. */
export async function availableIn(
  { ledger }: Payments,
  db: Db,
  accountId: number,
  currency: string,
): Promise<Amount> {
  const wallets = await ledger.readAvailable(db, [accountId]);
  return wallets.find(({ amount }) => amount.currency === currency)?.amount ?? zero(currency);
}

/** Throws insufficient_balance. */
export async function assertAvailable(
  payments: Payments,
  db: Db,
  accountId: number,
  required: Amount,
): Promise<void> {
  const available = await availableIn(payments, db, accountId, required.currency);
  if (compareAmounts(available, required) < 0)
    throw insufficientBalanceError({ required, available });
}

/** Maps InsufficientBalance of the ledger to the API error; rethrows other errors. */
export function throwInsufficientBalance(error: unknown): never {
  throw error instanceof InsufficientBalance ? insufficientBalanceError(error) : error;
}

const insufficientBalanceError = ({
  required,
  available,
}: {
  required: Amount;
  available: Amount;
}) =>
  new ApiError(
    insufficientBalance,
    {
      required: toDecimalText(required),
      available: toDecimalText(available),
      currency: required.currency,
    },
    `The wallet holds ${formatAmount(available)}, which is less than ${formatAmount(required)}.`,
  );
