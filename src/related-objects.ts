// What a ticket may be about. Support may not import the areas that have it.
import {
  findCall,
  type Keys,
  nameOfCall,
  readKey,
  readSubscription,
  type Subscriptions,
} from '#areas/billing/server/index.ts';
import { type Customs, readCalculation } from '#areas/customs/server/index.ts';
import { type Payments, readPayment } from '#areas/payments/server/index.ts';
import { ApiError, apiError } from '#kernel/http/errors.ts';
import type { Actor, RelatedObjects } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';

type Reader = (actor: Actor, id: string) => Promise<string>;
type Areas = { customs: Customs; keys: Keys; payments: Payments; subscriptions: Subscriptions };

export function relatedObjects({ customs, keys, payments, subscriptions }: Areas): RelatedObjects {
  const readers: Readonly<Record<string, Reader>> = {
    payment: async (actor, id) =>
      (await payments.kernel.work.read((db) => readPayment(payments, db, actor, id))).internal_id,
    call: async ({ accountId }, id) => {
      const { work, clock } = keys.kernel;
      const found = isUuid(id) && (await work.read((db) => findCall(db, id, clock.now())));
      if (!found || found.accountId !== accountId) throw apiError(commonErrors.notFound);
      return nameOfCall(found);
    },
    key: async (actor, id) =>
      (await keys.kernel.work.read((db) => readKey(keys, db, actor, id))).name,
    subscription: async (actor, id) =>
      (await subscriptions.kernel.work.read((db) => readSubscription(subscriptions, db, actor, id)))
        .tariff.name,
    calculation: async (actor, id) => {
      // Both kinds share one sequence of ids, so at most one of them has it.
      const { title } = await customs.kernel.work.read((db) =>
        readCalculation(customs, db, actor, 'vehicle', id).catch(() =>
          readCalculation(customs, db, actor, 'goods', id),
        ),
      );
      return title || `Calculation ${id}`;
    },
  };
  return {
    async findLabel(accountId, type, id) {
      // As the customer and without a role: finds only what belongs to the account.
      const actor: Actor = { accountId, roles: [], status: 'active', via: 'session' };
      try {
        return (await readers[type]?.(actor, id)) ?? null;
      } catch (error) {
        if (error instanceof ApiError) return null;
        throw error;
      }
    },
  };
}
