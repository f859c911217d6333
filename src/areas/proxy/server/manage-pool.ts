// The shared pool, as staff keep it.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { csvStream, everyRow } from '#kernel/http/csv-answer.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type {
  ImportBody,
  ImportResultWire,
  listPool as listing,
  PoolProxyWire,
  patchPoolProxy,
} from '../contract.ts';
import { readList, storeList } from './import-proxies.ts';
import type { Proxies } from './proxies.ts';
import * as store from './proxy-store.ts';
import { showPoolProxy } from './proxy-wire.ts';

export async function listPool(
  { kernel }: Proxies,
  db: Db,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listPool(db, query, kernel.clock.now(), page);
  const counts = await store.countPool(db);
  const sum = Object.values(counts).reduce((all, count) => all + count, 0);
  return { results: rows.map(showPoolProxy), total, counts: { total: sum, ...counts } };
}

/** Passwords and user names are no part of it. */
const columns = [
  'id',
  'protocol',
  'host',
  'port',
  'country_code',
  'city',
  'type',
  'provider',
  'state',
  'latency_ms',
  'success_rate',
  'blocks',
  'last_error',
  'last_checked_at',
  'created_at',
];

export function poolToCsv({ kernel }: Proxies, query: z.output<(typeof listing)['query']>) {
  const { work, clock } = kernel;
  const rows = everyRow<store.PoolRow, PoolProxyWire>(
    (last, count) => work.replica((db) => store.readPool(db, query, clock.now(), { last, count })),
    (batch) => batch.map(showPoolProxy),
  );
  return csvStream(columns, rows);
}

export async function findInPool({ kernel }: Proxies, db: Db, id: string): Promise<store.PoolRow> {
  const row = isId(id) && (await store.findPoolProxy(db, id, kernel.clock.now()));
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export async function editPool(
  proxies: Proxies,
  tx: Tx,
  id: string,
  changes: z.output<(typeof patchPoolProxy)['body']>,
  audit: Audit,
): Promise<PoolProxyWire> {
  const row = await findInPool(proxies, tx, id);
  await store.updateProxy(tx, id, changes);
  await audit.note(tx, { type: 'proxy', id, before: keptOf(row), after: changes });
  await proxies.boards.publish(tx, wholePool);
  return showPoolProxy(await findInPool(proxies, tx, id));
}

export async function deletePool(
  proxies: Proxies,
  tx: Tx,
  id: string,
  audit: Audit,
): Promise<void> {
  const row = await findInPool(proxies, tx, id);
  await store.deleteProxy(tx, id);
  await audit.note(tx, { type: 'proxy', id, before: keptOf(row), after: null });
  await proxies.boards.publish(tx, wholePool);
}

/** Any resource may draw on the pool. */
const wholePool = { resourceId: null };

/** What the audit log tells of a proxy: no user name and no password. */
const keptOf = ({ host, port, is_active, country_code, type, provider }: store.PoolRow) => ({
  host,
  port,
  is_active,
  country_code,
  type,
  provider,
});

/** The audit log tells how many there were; the list itself holds passwords. */
export async function importPool(
  proxies: Proxies,
  body: ImportBody,
  audit: Audit,
): Promise<ImportResultWire> {
  const list = await readList(proxies, body);
  return proxies.kernel.work.write(async (tx) => {
    const result = await storeList(proxies, tx, null, body, list);
    const { added, updated, rejected_total } = result;
    const after = { added, updated, rejected: rejected_total };
    await audit.note(tx, { type: 'proxy', id: 'pool', after });
    return result;
  });
}
