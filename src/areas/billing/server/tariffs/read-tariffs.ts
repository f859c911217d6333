// Public tariffs are visible to all, private ones to their subscribers, to customers they were
// offered to, and to staff.
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { listTariffs as listContract, TariffWire } from '../../wire/tariffs.ts';
import { isAvailableTo } from './available-tariffs.ts';
import { serializeTariff } from './serialize-tariff.ts';
import { listGrants } from './tariff-offer-store.ts';
import * as tariffStore from './tariff-store.ts';

const isStaff = (actor: Actor | null): boolean => actor !== null && actor.roles.length > 0;

export async function listTariffs(
  db: Db,
  actor: Actor | null,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await tariffStore.listTariffs(
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
  return { results: rows.map(serializeTariff), total };
}

/** Throws `not_found` for a tariff that is not visible to the actor. */
export async function readTariff(db: Db, actor: Actor | null, slug: string): Promise<TariffWire> {
  const tariff = await tariffStore.findTariff(db, slug);
  if (!tariff) throw apiError(commonErrors.notFound);
  const isVisible =
    (tariff.is_active && tariff.is_public) ||
    isStaff(actor) ||
    (actor !== null && (await isAvailableTo(db, actor, tariff)));
  if (!isVisible) throw apiError(commonErrors.notFound);
  return serializeTariff(tariff);
}
