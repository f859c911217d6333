import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { streamRows } from '#kernel/http/responses/csv-response.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { listMovements as contract, MovementWire } from '../../wire/revenue.ts';
import { readFigureCurrency } from '../period.ts';
import * as movementStore from './movement-store.ts';

type Query = z.output<(typeof contract)['query']>;

const toFilter = ({ currency, month, kind, user }: Query): movementStore.MovementFilter => ({
  currency: readFigureCurrency(currency),
  month: month && `${month}-01`,
  kind,
  accountId: user === undefined ? undefined : Number(user),
});

export async function listMovements(db: Db, query: Query, page: PageRequest) {
  const { rows, total } = await movementStore.listMovements(db, toFilter(query), page);
  return { rows: rows.map(serializeMovement), total };
}

export const movementColumns = [
  'occurred_at',
  'user',
  'user_email',
  'kind',
  'amount',
  'currency',
  'subscription',
];

export function streamMovements(db: Db, query: Query): AsyncGenerator<MovementWire> {
  const filter = toFilter(query);
  return streamRows<movementStore.MovementRow, MovementWire>(
    (last, count) => movementStore.listMovementsAfter(db, filter, { last, count }),
    (rows) => rows.map(serializeMovement),
  );
}

const serializeMovement = (row: movementStore.MovementRow): MovementWire => ({
  user: row.account_id,
  user_email: row.email,
  subscription: row.subscription_id,
  kind: row.kind,
  amount: toDecimalText(toAmount(row.amount, row.currency)),
  currency: row.currency,
  occurred_at: row.occurred_at.toISOString(),
});
