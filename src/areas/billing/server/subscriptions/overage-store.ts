import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { TariffLimits } from '../../tariff-contract.ts';

/** A subscription that was charged for a tariff whose quotas go on at a price. */
export type OverageCandidate = { id: string; accountId: number; anchorAt: Date };

/** Whose paid periods reach behind `since`; `after` is the last id of the page before. */
export const listWithOverage = (
  db: Db,
  since: Date,
  after: string | null,
  limit: number,
): Promise<OverageCandidate[]> =>
  db
    .selectFrom('subscription as s')
    .select(['s.id', 's.account_id as accountId', 's.anchor_at as anchorAt'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscription_charge as c')
          .innerJoin('tariff as t', 't.id', 'c.tariff_id')
          .select(sql.lit(1).as('one'))
          .whereRef('c.subscription_id', '=', 's.id')
          .where('t.overage_unit', 'is not', null)
          .where('c.period_end', '>', since),
      ),
    )
    .$if(after !== null, (query) => query.where('s.id', '>', after!))
    .orderBy('s.id')
    .limit(limit)
    .execute();

export type HeldTariff = {
  limits: TariffLimits;
  overage_unit: string | null;
  overage_price: string | null;
  currency: string;
};

/** The tariff that was paid for at a moment; the newest charge has the word. */
export const findTariffHeldAt = (
  db: Db,
  subscriptionId: string,
  at: Date,
): Promise<HeldTariff | undefined> =>
  db
    .selectFrom('subscription_charge as c')
    .innerJoin('tariff as t', 't.id', 'c.tariff_id')
    .select(['t.limits', 't.overage_unit', 't.overage_price', 't.currency'])
    .where('c.subscription_id', '=', subscriptionId)
    .where('c.period_start', '<=', at)
    .where('c.period_end', '>', at)
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<unknown> as Promise<HeldTariff | undefined>;
