// What an account may use now, according to its subscription.
import { isInDebt } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { zero } from '#lib/money.ts';
import type { TariffLimits } from '../wire/tariffs.ts';
import { owesOverage } from './overage/overage-store.ts';
import { type Period, periodAt } from './periods.ts';
import {
  type OveragePrice,
  type OverageTerms,
  readCap,
  type SpendingSetting,
} from './spending/spending-rules.ts';
import { readRecorded, readSetting } from './spending/spending-store.ts';
import { findLive, type SubscriptionRow } from './subscriptions/subscription-store.ts';
import { findTariff, findTariffById, type TariffRow } from './tariffs/tariff-store.ts';

export const freeTariffSlug = 'free';

export type Entitlements = {
  tariff: string;
  /** Null without a subscription that gives access; the free tariff's limits apply then. */
  subscriptionId: string | null;
  /** Null means unlimited. */
  limits: TariffLimits;
  /** Null when usage over the quota is refused: not sold, off, in a trial, or with debts. */
  overage: OverageTerms | null;
  /** Codes of the included features. */
  features: string[];
  /** Codes of the parts of the API that metered calls may be made to. */
  groups: string[];
  supportsWebhooks: boolean;
  /** The usage month, start inclusive, end exclusive; of yearly subscriptions, too. */
  periodStart: Date;
  periodEnd: Date;
  /** Metered calls are refused: suspended by staff, or a chargeback left the wallet negative. */
  blocked: 'suspended' | 'debt' | null;
};

const calendar = new Date('2000-01-01T00:00:00Z');

/** `now` selects the usage month. Reads a few rows by key; hot paths cache the result. */
export async function readEntitlements(
  db: Db,
  accountId: number,
  now: Date,
): Promise<Entitlements> {
  const plan = await readPlan(db, accountId, now);
  const { subscription, tariff, month } = plan;
  const isPaid = !subscription || isPaidFor(subscription, now);
  const overage = isPaid ? await readAllowedOverage(db, accountId, plan) : null;
  const debt = (await isInDebt(db, accountId)) ? ('debt' as const) : null;
  return {
    tariff: tariff.slug,
    subscriptionId: subscription?.id ?? null,
    limits: tariff.limits,
    overage,
    features: tariff.features.filter(({ included }) => included).map(({ code }) => code),
    groups: tariff.endpoint_groups.map(({ code }) => code),
    supportsWebhooks: tariff.supports_webhooks,
    periodStart: month.start,
    periodEnd: month.end,
    blocked: subscription?.status === 'suspended' ? 'suspended' : debt,
  };
}

export type AccountPlan = {
  /** The subscription that gives access. */
  subscription: SubscriptionRow | undefined;
  tariff: TariffRow;
  /** The usage month. */
  month: Period;
};

export async function readPlan(db: Db, accountId: number, now: Date): Promise<AccountPlan> {
  const live = await findLive(db, accountId);
  const subscription = live && live.status !== 'pending' ? live : undefined;
  const tariff = subscription
    ? await findTariffById(db, subscription.tariff_id)
    : await readFreeTariff(db);
  return {
    subscription,
    tariff,
    month: periodAt(live?.billing_anchor_at ?? calendar, now, 'monthly'),
  };
}

/** Null where overage is not sold, turned off, or earlier overage is unpaid. */
async function readAllowedOverage(db: Db, accountId: number, plan: AccountPlan) {
  const price = overageOfTariff(plan.tariff);
  if (!price) return null;
  const setting = await readSetting(db, accountId);
  if (!setting.isOverageOn || (await owesOverage(db, accountId))) return null;
  return readTerms(db, price, setting, plan);
}

/** The terms of overage in the usage month, whether or not it is allowed. */
export async function readTerms(
  db: Db,
  price: OveragePrice,
  setting: SpendingSetting,
  { subscription, tariff, month }: AccountPlan,
): Promise<OverageTerms> {
  const { unit: metric, currency } = price;
  const recorded = subscription
    ? await readRecorded(db, {
        subscriptionId: subscription.id,
        metric,
        start: month.start,
        currency,
      })
    : { amount: zero(currency), counterReading: 0 };
  return { ...price, cap: readCap(setting, tariff), recorded };
}

export const hasWebhooks = async (db: Db, accountId: number, now: Date): Promise<boolean> =>
  (await readEntitlements(db, accountId, now)).supportsWebhooks;

/** Seconds that the plan transcribes in a month; null without a limit, and if more are sold. */
export async function readTranscriptionSeconds(
  db: Db,
  accountId: number,
  now: Date,
): Promise<number | null> {
  const { limits, overage } = await readEntitlements(db, accountId, now);
  return overage?.unit === 'audio_second' ? null : (limits.transcription_seconds_per_month ?? null);
}

/** False during a trial and while a renewal is unpaid. */
export const isPaidFor = ({ price, paid_until }: SubscriptionRow, now: Date): boolean =>
  Number(price) === 0 || (paid_until !== null && now < paid_until);

export async function readFreeTariff(db: Db): Promise<TariffRow> {
  const tariff = await findTariff(db, freeTariffSlug);
  if (!tariff) throw new Error(`There is no tariff "${freeTariffSlug}".`);
  return tariff;
}

export const overageOfTariff = ({
  overage_unit,
  overage_price,
  currency,
}: Pick<TariffRow, 'overage_unit' | 'overage_price' | 'currency'>): OveragePrice | null =>
  overage_unit && overage_price
    ? { unit: overage_unit, price: new Decimal(overage_price).toFixed(), currency }
    : null;
