// What may be put into a wallet or taken out of it by hand. Proposals are held against it, and the
// approval once more, because time has passed.
import { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, amountOf, compareAmounts, toDecimalText, zero } from '#lib/money.ts';
import { insufficientBalance } from '../contract.ts';
import { assertWorth } from './dollar-limits.ts';
import type { Payments } from './payments.ts';

/** Throws InvalidInput for more than one adjustment may be worth. */
export function assertWithinCeiling(
  { ADJUSTMENT_MAX_USD }: Pick<Config, 'ADJUSTMENT_MAX_USD'>,
  amount: Amount,
): void {
  assertWorth(amount, { most: amountOf(String(ADJUSTMENT_MAX_USD), 'USD'), rounding: 'up' });
}

/** What may be spent of a wallet; zero where there is none. */
export async function availableIn(
  { ledger }: Payments,
  db: Db,
  accountId: number,
  currency: string,
): Promise<Amount> {
  const wallets = await ledger.readAvailable(db, [accountId]);
  return wallets.find(({ amount }) => amount.currency === currency)?.amount ?? zero(currency);
}

/** Throws insufficient_balance for what the wallet does not hold. */
export async function assertAvailable(
  payments: Payments,
  db: Db,
  accountId: number,
  required: Amount,
): Promise<void> {
  const available = await availableIn(payments, db, accountId, required.currency);
  if (compareAmounts(available, required) < 0) throw tooPoor({ required, available });
}

/** The ledger's refusal in the words of the wire; any other error as it is. */
export function refuseTooPoor(error: unknown): never {
  throw error instanceof InsufficientBalance ? tooPoor(error) : error;
}

const tooPoor = ({ required, available }: { required: Amount; available: Amount }) =>
  new ApiError(
    insufficientBalance,
    {
      required: toDecimalText(required),
      available: toDecimalText(available),
      currency: required.currency,
    },
    `The wallet holds ${formatAmount(available)}, which is less than ${formatAmount(required)}.`,
  );
