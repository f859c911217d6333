// The shared pool, managed by staff.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type {
  ImportBody,
  ImportResultWire,
  listPool as listing,
  PoolProxyWire,
  patchPoolProxy,
} from '../../wire/index.ts';
import { saveCheck } from '../health/check-proxies.ts';
import { findOpenIncident } from '../health/incident-store.ts';
import { isTargetPrivate } from '../health/judge-target.ts';
import { checkProxy } from '../health/probe.ts';
import type { Proxies } from '../proxies.ts';
import { parseImport } from './parse-import.ts';
import {
  countPool,
  deleteProxy,
  findPoolProxy,
  listPoolRows,
  type PoolRow,
  readPoolAfter,
  updateProxy,
} from './proxy-store.ts';
import { saveImport } from './save-import.ts';
import { serializePoolProxy } from './serialize-proxies.ts';

export async function listPool(
  proxies: Proxies,
  db: Db,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const { kernel } = proxies;
  const { rows, total } = await listPoolRows(db, query, kernel.clock.now(), page);
  const counts = await countPool(db);
  const incident = await findOpenIncident(db);
  const sum = Object.values(counts).reduce((all, count) => all + count, 0);
  return {
    results: rows.map(serializePoolProxy),
    total,
    counts: { total: sum, ...counts },
    incident: incident
      ? { cause: incident.cause, started_at: incident.started_at.toISOString() }
      : null,
    // Where private proxies are allowed, they reach it.
    is_target_private: !kernel.config.PROXY_ALLOW_PRIVATE && (await isTargetPrivate(proxies)),
  };
}

/** Without user names and passwords. */
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
  const rows = streamRows<PoolRow, PoolProxyWire>(
    (last, count) => work.replica((db) => readPoolAfter(db, query, clock.now(), { last, count })),
    (batch) => batch.map(serializePoolProxy),
  );
  return csvStream(columns, rows);
}

export async function requirePoolProxy({ kernel }: Proxies, db: Db, id: string): Promise<PoolRow> {
  const row = isUuid(id) && (await findPoolProxy(db, id, kernel.clock.now()));
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export async function updatePoolProxy(
  proxies: Proxies,
  tx: Tx,
  id: string,
  changes: z.output<(typeof patchPoolProxy)['body']>,
  audit: Audit,
): Promise<PoolProxyWire> {
  const row = await requirePoolProxy(proxies, tx, id);
  await updateProxy(tx, id, changes);
  await audit.record(tx, { type: 'proxy', id, before: auditedFields(row), after: changes });
  await proxies.poolCache.publish(tx, wholePool);
  return serializePoolProxy(await requirePoolProxy(proxies, tx, id));
}

export async function deletePoolProxy(
  proxies: Proxies,
  tx: Tx,
  id: string,
  audit: Audit,
): Promise<void> {
  const row = await requirePoolProxy(proxies, tx, id);
  await deleteProxy(tx, id);
  await audit.record(tx, { type: 'proxy', id, before: auditedFields(row), after: null });
  await proxies.poolCache.publish(tx, wholePool);
}

/** Any resource may use the shared pool. */
const wholePool = { resourceId: null };

/** The fields for the audit log, without user name and password. */
const auditedFields = ({ host, port, is_active, country_code, type, provider }: PoolRow) => ({
  host,
  port,
  is_active,
  country_code,
  type,
  provider,
});

/** The audit log gets the counts only: the list contains passwords. */
export async function importPool(
  proxies: Proxies,
  body: ImportBody,
  audit: Audit,
): Promise<ImportResultWire> {
  const list = await parseImport(proxies, body);
  return proxies.kernel.work.write(async (tx) => {
    const result = await saveImport(proxies, tx, null, body, list);
    const { added, updated, duplicates, rejected_total } = result;
    const after = { added, updated, duplicates, rejected: rejected_total };
    await audit.record(tx, { type: 'proxy', id: 'pool', after });
    return result;
  });
}

export async function checkPoolProxy(
  proxies: Proxies,
  id: string,
  audit: Audit,
): Promise<PoolProxyWire> {
  const { work } = proxies.kernel;
  const row = await work.read((db) => requirePoolProxy(proxies, db, id));
  const result = await checkProxy(proxies, row, {});
  return work.write(async (tx) => {
    await saveCheck(proxies, tx, row, result);
    const checked = serializePoolProxy(await requirePoolProxy(proxies, tx, id));
    const after = { state: checked.state, last_error: checked.last_error };
    await audit.record(tx, { type: 'proxy', id, after });
    return checked;
  });
}
