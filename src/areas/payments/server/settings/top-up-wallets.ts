// Automatic top-up: charges the default card when the available balance is below the threshold. The
// account's row is locked for each attempt and names its payment, so that one is under way at a time.
import type { Tx } from '#kernel/database/database.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import { topUpFailedEvent } from '../../wire/events.ts';
import { chargeCardFor, readCardName, readCharging } from '../cards/charge-card.ts';
import { loadAccounts } from '../cards/provider-accounts.ts';
import { findCurrencyByCode } from '../checkout/currency-store.ts';
import type { Payments } from '../context.ts';
import { mailCeilingReached, mailTopUpPaused } from '../emails/top-up-mails.ts';
import { mostByCard } from './payment-settings.ts';
import * as settingStore from './setting-store.ts';

const batchMax = 500;

type Wallet = { accountId: number; amount: Amount };
type Terms = { threshold: Amount; amount: Amount; ceiling: Amount };

/** Null while nothing may be charged: switched off, paused, or a payment is under way. */
function readTerms(row: settingStore.SettingRow | undefined): Terms | null {
  if (!row?.top_up_is_on || row.top_up_paused_at || row.top_up_payment_id) return null;
  const read = (text: string | null) => toAmount(text!, row.top_up_currency!);
  return {
    threshold: read(row.top_up_threshold),
    amount: read(row.top_up_amount),
    ceiling: read(row.top_up_ceiling),
  };
}

function isBelow({ threshold }: Terms, accountId: number, wallets: readonly Wallet[]): boolean {
  const { currency } = threshold;
  const wallet = wallets.find(
    (one) => one.accountId === accountId && one.amount.currency === currency,
  );
  return compareAmounts(wallet?.amount ?? zero(currency), threshold) < 0;
}

/** The job. Safe to run in several processes. */
export async function topUpWallets(payments: Payments): Promise<void> {
  const { work, log } = payments.kernel;
  await loadAccounts(payments);
  for (let after = 0; ; ) {
    const rows = await work.read((db) => settingStore.listToTopUp(db, after, batchMax));
    const ids = rows.map(({ account_id }) => account_id);
    const wallets =
      ids.length > 0 ? await work.read((db) => payments.ledger.readAvailable(db, ids)) : [];
    for (const row of rows) {
      const { account_id: account } = row;
      const terms = readTerms(row);
      if (!terms || !isBelow(terms, account, wallets)) continue;
      await work
        .write((tx) => topUp(payments, tx, account))
        .catch((err) => log.error({ account, err }, 'a wallet could not be topped up'));
    }
    if (rows.length < batchMax) return;
    after = ids.at(-1)!;
  }
}

/** At most what a card can be charged at once: an amount may be older than the limit. */
async function readAmount({ providers }: Payments, tx: Tx, { amount }: Terms): Promise<Amount> {
  const { currency } = amount;
  const feePercent = (await findCurrencyByCode(tx, currency))?.fee_percentage ?? '0';
  const most = mostByCard(providers, currency, feePercent);
  return most && compareAmounts(amount, most) > 0 ? most : amount;
}

async function topUp(payments: Payments, tx: Tx, accountId: number): Promise<void> {
  const row = await settingStore.lockSetting(tx, accountId);
  const terms = readTerms(row);
  if (!row || !terms) return;
  if (!isBelow(terms, accountId, await payments.ledger.readAvailable(tx, [accountId]))) return;
  const charging = (await readCharging(payments, tx, [accountId])).get(accountId);
  if (!charging) return;
  const now = payments.kernel.clock.now();
  const { ceiling } = terms;
  const amount = await readAmount(payments, tx, terms);
  const month = startOfMonth(now);
  const { currency } = amount;
  const charged = toAmount(await settingStore.sumTopUps(tx, accountId, currency, month), currency);
  if (compareAmounts(addAmounts(charged, amount), ceiling) > 0)
    return stopAtCeiling(payments, tx, row, { ceiling, month });
  const paymentId = await chargeCardFor(payments, tx, {
    card: charging.card,
    amount,
    purposeKey: 'top_up',
    subscriptionId: null,
    description: 'Automatic top-up',
    metadata: {},
  });
  await settingStore.saveSetting(tx, accountId, { top_up_payment_id: paymentId, updated_at: now });
}

/** Mails the owner, once a month. */
async function stopAtCeiling(
  payments: Payments,
  tx: Tx,
  { account_id: accountId, top_up_ceiling_mailed_for: mailedFor }: settingStore.SettingRow,
  { ceiling, month }: { ceiling: Amount; month: Date },
): Promise<void> {
  if (mailedFor && mailedFor >= month) return;
  const change = { top_up_ceiling_mailed_for: month, updated_at: payments.kernel.clock.now() };
  await settingStore.saveSetting(tx, accountId, change);
  await mailCeilingReached(payments, tx, accountId, ceiling);
}

type EndedPayment = { paymentId: string; accountId: number };
type FailedPayment = EndedPayment & { cardId: string; declineCode: string | null };

/** Event handlers, listed in app.ts. They also get payments that are no top-ups. */
export const topUpHandlers = (payments: Payments) => ({
  /** `payment.completed`. */
  paid: (tx: Tx, { paymentId, accountId }: EndedPayment) =>
    settingStore.clearTopUpPayment(tx, accountId, paymentId),
  /** `card_payment.failed`: nothing more is charged until the owner does something. */
  failed: async (tx: Tx, { paymentId, accountId, cardId, declineCode }: FailedPayment) => {
    const row = await settingStore.lockSetting(tx, accountId);
    if (row?.top_up_payment_id !== paymentId) return;
    const now = payments.kernel.clock.now();
    await settingStore.saveSetting(tx, accountId, {
      top_up_payment_id: null,
      top_up_paused_at: now,
      top_up_decline_code: declineCode,
      updated_at: now,
    });
    const amount = toAmount(row.top_up_amount!, row.top_up_currency!);
    await payments.kernel.customerEvents.publish(tx, topUpFailedEvent, {
      accountId,
      data: () => ({
        payment: paymentId,
        amount: toDecimalText(amount),
        currency: amount.currency,
        decline_code: declineCode,
      }),
    });
    const card = await readCardName(tx, cardId);
    await mailTopUpPaused(payments, tx, accountId, { amount, card, declineCode });
  },
  /** `card.ready`: another card ends a pause. */
  cardReady: async (tx: Tx, { accountId }: { accountId: number }) => {
    const row = await settingStore.lockSetting(tx, accountId);
    if (!row?.top_up_paused_at) return;
    await settingStore.saveSetting(tx, accountId, {
      top_up_paused_at: null,
      top_up_decline_code: null,
      updated_at: payments.kernel.clock.now(),
    });
  },
});
