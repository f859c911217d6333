// Proxies that a customer adds to a resource, and deletes.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type ImportBody, type ImportResultWire, proxyIsPools } from '../../wire/index.ts';
import { isJsonList } from '../../wire/proxy-lists.constants.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { findCandidate } from '../selection/candidate-store.ts';
import { parseImport } from './parse-import.ts';
import { deleteProxy } from './proxy-store.ts';
import { saveImport } from './save-import.ts';

/** JSON may have no line breaks; an entry with its names has about as many characters. */
const charactersPerEntry = 100;
const linesAMinute = {
  name: 'proxy import lines',
  points: budgets.proxyLinesPerMinute,
  windowSeconds: 60,
  scope: 'process',
} as const;

export async function addOwnProxies(
  proxies: Proxies,
  actor: Actor,
  name: string,
  body: ImportBody,
): Promise<ImportResultWire> {
  const { work, limits } = proxies.kernel;
  const { id } = await work.read((db) => requireResource(db, actor, name));
  const verdict = await limits.consume(linesAMinute, String(actor.accountId), countLines(body));
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
  const list = await parseImport(proxies, body);
  return work.write((tx) => saveImport(proxies, tx, id, body, list));
}

const countLines = ({ text = '', proxies = [] }: ImportBody): number =>
  (isJsonList(text) ? Math.ceil(text.length / charactersPerEntry) : text.split('\n').length) +
  proxies.length;

export async function deleteOwnProxy(
  { kernel, poolCache }: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
  id: string,
): Promise<void> {
  const resource = await requireResource(tx, actor, name);
  const row = await findCandidate(tx, resource.id, id, kernel.clock.now());
  if (!row) throw apiError(commonErrors.notFound);
  if (row.resource_id === null) throw apiError(proxyIsPools);
  await deleteProxy(tx, id);
  await poolCache.publish(tx, { resourceId: resource.id });
}
