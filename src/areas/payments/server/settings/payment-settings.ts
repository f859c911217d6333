// The account's settings: what is charged first, and automatic top-up.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { type Amount, compareAmounts, parseAmount, toAmount, toDecimalText } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import { topUpLimits } from '../../wire/settings.constants.ts';
import { noCard, type PaymentSettingsBody, type PaymentSettingsWire } from '../../wire/settings.ts';
import { pickCards } from '../cards/provider-accounts.ts';
import { amountWithoutFee, assertWorth } from '../checkout/amount-limits.ts';
import { findCurrencyByCode } from '../checkout/currency-store.ts';
import type { Payments } from '../context.ts';
import type { Providers } from '../providers/providers.ts';
import * as settingStore from './setting-store.ts';

type Row = settingStore.SettingRow;

const least = toAmount(topUpLimits.least, 'USD');
const most = toAmount(topUpLimits.most, 'USD');

export async function readSettings(
  { kernel }: Payments,
  db: Db,
  { accountId }: Actor,
): Promise<PaymentSettingsWire> {
  const row = await settingStore.findSetting(db, accountId);
  const currency = row?.top_up_currency ?? 'USD';
  // Ceilings count in calendar months.
  const since = startOfMonth(kernel.clock.now());
  const charged = await settingStore.sumTopUps(db, accountId, currency, since);
  const plain = (text: string) => toDecimalText(toAmount(text, currency));
  const known = (text: string | null | undefined) => (text == null ? null : plain(text));
  return {
    charge_first: row?.charge_first ?? 'balance',
    mails_receipts: row?.mails_receipts ?? true,
    top_up_is_on: row?.top_up_is_on ?? false,
    top_up_currency: currency,
    top_up_threshold: known(row?.top_up_threshold),
    top_up_amount: known(row?.top_up_amount),
    top_up_ceiling: known(row?.top_up_ceiling),
    top_up_charged: plain(charged),
    top_up_paused_at: row?.top_up_paused_at?.toISOString() ?? null,
    top_up_decline_code: row?.top_up_decline_code ?? null,
  };
}

/** Throws InvalidInput and card_missing. */
export async function patchSettings(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  body: PaymentSettingsBody,
): Promise<PaymentSettingsWire> {
  const before = await settingStore.lockSetting(tx, actor.accountId);
  const { charge_first, mails_receipts, ...topUp } = body;
  await settingStore.saveSetting(tx, actor.accountId, {
    ...(charge_first && { charge_first }),
    ...(mails_receipts !== undefined && { mails_receipts }),
    ...(Object.keys(topUp).length > 0 &&
      (await readTopUp(payments, tx, actor, { before, body: topUp }))),
    updated_at: payments.kernel.clock.now(),
  });
  return readSettings(payments, tx, actor);
}

type TopUpBody = Omit<PaymentSettingsBody, 'charge_first' | 'mails_receipts'>;
const amountFields = ['top_up_threshold', 'top_up_amount', 'top_up_ceiling'] as const;

/** The columns; what is not sent stays. Any change ends a pause. */
async function readTopUp(
  payments: Payments,
  tx: Tx,
  { accountId }: Actor,
  { before, body }: { before: Row | undefined; body: TopUpBody },
) {
  const isOn = body.top_up_is_on ?? before?.top_up_is_on ?? false;
  const currency = body.top_up_currency ?? before?.top_up_currency ?? 'USD';
  const found = await findCurrencyByCode(tx, currency);
  if (!found?.is_active || found.currency_type !== 'fiat')
    throw new InvalidInput({ top_up_currency: [`Currency ${currency} is not available`] });
  const amounts = amountFields.map((field) => {
    const text = body[field] ?? before?.[field] ?? null;
    if (text === null && isOn) throw new InvalidInput({ [field]: ['This field is required.'] });
    return text === null ? null : readAmount(field, text, currency);
  });
  const [threshold, amount, ceiling] = amounts as [Amount | null, Amount | null, Amount | null];
  if (amount) {
    checkAmount(amount, ceiling);
    checkCollectable(amount, mostByCard(payments.providers, currency, found.fee_percentage));
  }
  if (isOn && !(await pickCards(payments, tx, [accountId])).size) throw apiError(noCard);
  const toText = (value: Amount | null) => value && toDecimalText(value);
  return {
    top_up_is_on: isOn,
    top_up_currency: currency,
    top_up_threshold: toText(threshold),
    top_up_amount: toText(amount),
    top_up_ceiling: toText(ceiling),
    top_up_paused_at: null,
    top_up_decline_code: null,
    top_up_ceiling_mailed_for: null,
  };
}

function readAmount(field: string, text: string, currency: string): Amount {
  const amount = parseAmount(text, currency);
  if (amount) return amount;
  throw new InvalidInput({ [field]: [`This is finer than ${currency} can be divided.`] });
}

/** What a card can be charged at once, without the fee; null without a limit. */
export function mostByCard(
  providers: Providers,
  currency: string,
  feePercent: string,
): Amount | null {
  const total = providers.forCards()?.maximumAmount(currency);
  return total ? amountWithoutFee(total, feePercent) : null;
}

function checkCollectable(amount: Amount, most: Amount | null): void {
  if (!most || compareAmounts(amount, most) <= 0) return;
  const text = `Ensure this value is less than or equal to ${toDecimalText(most)}.`;
  throw new InvalidInput({ top_up_amount: [text] });
}

function checkAmount(amount: Amount, ceiling: Amount | null): void {
  try {
    assertWorth(amount, { least, most });
  } catch (error) {
    if (!(error instanceof InvalidInput) || !error.fields.amount) throw error;
    throw new InvalidInput({ top_up_amount: error.fields.amount });
  }
  if (ceiling && compareAmounts(ceiling, amount) < 0)
    throw new InvalidInput({
      top_up_ceiling: [
        `Ensure this value is greater than or equal to ${toDecimalText(amount)}, the amount of one top-up.`,
      ],
    });
}
