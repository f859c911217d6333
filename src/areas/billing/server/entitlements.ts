// What an account may use now, by what it is subscribed to.
import { isInDebt } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import type { TariffLimits } from '../tariff-contract.ts';
import { periodAt } from './periods.ts';
import { owesOverage } from './subscriptions/overage-store.ts';
import { findLive, type SubscriptionRow } from './subscriptions/subscription-store.ts';
import { findTariff, findTariffById, type TariffRow } from './subscriptions/tariff-store.ts';

export const freeTariffSlug = 'free';

export type Entitlements = {
  /** The tariff's slug. */
  tariff: string;
  /** Null when nothing live gives access: then the free tariff holds. */
  subscriptionId: string | null;
  /** Null means unlimited. */
  limits: TariffLimits;
  /**
   * What a unit past the quota costs, as decimal text. Null when the quota is a wall: also in a
   * trial, and while a period or earlier use past the quota is unpaid.
   */
  overage: { unit: string; price: string; currency: string } | null;
  /** Codes of what the tariff includes. */
  features: string[];
  /** The month that usage is counted in, also of a yearly plan: start within, end without. */
  periodStart: Date;
  periodEnd: Date;
  /** Paid calls are refused: staff suspended the plan, or a chargeback left the wallet in debt. */
  blocked: 'suspended' | 'debt' | null;
};

const calendar = new Date('2000-01-01T00:00:00Z');

/** `now` decides the month. Reads a few rows by key; callers on hot paths keep the answer. */
export async function entitlementsOf(db: Db, accountId: number, now: Date): Promise<Entitlements> {
  const live = await findLive(db, accountId);
  const holds = live && live.status !== 'pending' ? live : undefined;
  const tariff = holds ? await findTariffById(db, holds.tariff_id) : await readFreeTariff(db);
  const { start, end } = periodAt(live?.anchor_at ?? calendar, now, 'monthly');
  const overage = !holds || isPaidFor(holds, now) ? overageOfTariff(tariff) : null;
  const debt = (await isInDebt(db, accountId)) ? ('debt' as const) : null;
  return {
    tariff: tariff.slug,
    subscriptionId: holds?.id ?? null,
    limits: tariff.limits,
    overage: overage && !(await owesOverage(db, accountId)) ? overage : null,
    features: tariff.features.filter(({ included }) => included).map(({ code }) => code),
    periodStart: start,
    periodEnd: end,
    blocked: holds?.status === 'suspended' ? 'suspended' : debt,
  };
}

/** Neither a trial is nor a period whose renewal is still to come. */
const isPaidFor = ({ price, paid_until }: SubscriptionRow, now: Date): boolean =>
  Number(price) === 0 || (paid_until !== null && now < paid_until);

export async function readFreeTariff(db: Db): Promise<TariffRow> {
  const tariff = await findTariff(db, freeTariffSlug);
  if (!tariff) throw new Error(`There is no tariff "${freeTariffSlug}".`);
  return tariff;
}

/** A price per unit is finer than a cent, so it is decimal text and no amount. */
export const overageOfTariff = ({
  overage_unit,
  overage_price,
  currency,
}: Pick<TariffRow, 'overage_unit' | 'overage_price' | 'currency'>): Entitlements['overage'] =>
  overage_unit && overage_price
    ? { unit: overage_unit, price: new Decimal(overage_price).toFixed(), currency }
    : null;
