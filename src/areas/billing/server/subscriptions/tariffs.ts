// What is sold, and to whom: public tariffs to everybody, private ones to their subscribers, whom
// they were offered, and staff.
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { listTariffs as listContract, TariffWire } from '../../tariff-contract.ts';
import { isSoldTo } from './sold-tariffs.ts';
import { listGrants } from './tariff-offer-store.ts';
import * as store from './tariff-store.ts';
import { tariffToWire } from './tariff-wire.ts';

const isStaff = (actor: Actor | null): boolean => actor !== null && actor.roles.length > 0;

export async function listTariffs(
  db: Db,
  actor: Actor | null,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listTariffs(
    db,
    {
      seesPrivate: isStaff(actor),
      offered: actor ? await listGrants(db, actor.accountId) : [],
      isFree: query.is_free,
      isYearly: query.billing_period === 'yearly',
      search: query.search,
      ordering: query.ordering,
    },
    page,
  );
  return { results: rows.map(tariffToWire), total };
}

/** Throws `not_found` for what the actor is not sold and does not have. */
export async function readTariff(db: Db, actor: Actor | null, slug: string): Promise<TariffWire> {
  const tariff = await store.findTariff(db, slug);
  if (!tariff) throw apiError(commonErrors.notFound);
  const isSeen =
    (tariff.is_active && tariff.is_public) ||
    isStaff(actor) ||
    (actor !== null && (await isSoldTo(db, actor, tariff)));
  if (!isSeen) throw apiError(commonErrors.notFound);
  return tariffToWire(tariff);
}
