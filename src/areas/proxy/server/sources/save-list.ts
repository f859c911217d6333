// Saves the list of a source: adds new proxies, updates those that changed, and disables those that
// are no longer listed. Proxies that were added by hand, or by another source, are left alone.
import type { Tx } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import type { ParsedImport } from '../pool/parse-import.ts';
import { lockForImport, type ProxyToSave, saveProxies, toImportRow } from '../pool/save-import.ts';
import type { Proxies } from '../proxies.ts';
import {
  countMissed,
  type KnownProxy,
  listKnownProxies,
  purgeMissing,
} from './listed-proxy-store.ts';
import type { SourceSecrets } from './source-secrets.ts';
import type { SourceRow } from './source-store.ts';

/** As long as the longest period of the statistics, which name them. */
const missingDaysMax = 30;
const missingRowsMax = 1000;

export type SavedList = {
  counts: { listed: number; added: number; updated: number; missing: number; rejected: number };
  /** False when a refresh of the same list could save more: room or proxies of others may go. */
  isComplete: boolean;
};

export async function saveList(
  proxies: Proxies,
  tx: Tx,
  source: SourceRow,
  { login }: SourceSecrets,
  { accepted, rejected }: ParsedImport,
): Promise<SavedList> {
  const { id: sourceId, resource_id: resourceId } = source;
  const now = proxies.kernel.clock.now();
  const rows = accepted.map((one) =>
    toImportRow(proxies, source, one.username || one.password ? one : { ...one, ...login }),
  );
  const accountId = await lockForImport(proxies, tx, resourceId, rows);
  const hosts = [...new Set(rows.map(({ host }) => host))];
  const known = new Map(
    (await listKnownProxies(tx, resourceId, hosts)).map((one) => [toKey(one, one.user_hash), one]),
  );
  const findKnown = (row: ProxyToSave) => known.get(toKey(row, row.userHash));
  const isOfOthers = (one: KnownProxy) => one.source_id !== sourceId && one.missing_since === null;
  const unchanged: string[] = [];
  const toSave = rows.filter((row) => {
    const one = findKnown(row);
    if (!one) return true;
    if (isOfOthers(one)) return false;
    const isChanged = one.source_id !== sourceId || hasChanged(proxies, one, row);
    if (!isChanged) unchanged.push(one.id);
    return isChanged;
  });
  const options = { owner: { resourceId, sourceId }, accountId, replacesUsers: true };
  const { saved, overBudget } = await saveProxies(proxies, tx, options, toSave);
  const listedIds = [...unchanged, ...saved.map(({ storedId }) => storedId)];
  const missing = await countMissed(tx, source, listedIds, now);
  await purgeMissing(tx, sourceId, {
    since: new Date(now.getTime() - missingDaysMax * dayMs),
    missingMax: missingRowsMax,
  });
  if (missing > 0) await proxies.poolCache.publish(tx, { resourceId });
  const added = saved.filter(({ isNew }) => isNew).length;
  return {
    counts: {
      listed: listedIds.length,
      added,
      updated: saved.length - added,
      missing,
      rejected: rejected.length + overBudget.length,
    },
    isComplete: listedIds.length === rows.length,
  };
}

const toKey = (
  { protocol, host, port }: Pick<KnownProxy, 'protocol' | 'host' | 'port'>,
  userHash: Buffer,
): string => `${protocol} ${host} ${port} ${userHash.toString('base64')}`;

/** What the list does not say stays as it is. */
function hasChanged({ vault }: Proxies, one: KnownProxy, row: ProxyToSave): boolean {
  const login = vault.open(one.id, one.credentials);
  return (
    one.missed_refreshes > 0 ||
    (login?.username ?? '') !== row.login.username ||
    (login?.password ?? '') !== row.login.password ||
    (row.country !== null && row.country !== one.country_code) ||
    (row.city !== '' && row.city !== one.city) ||
    (row.asn !== null && row.asn !== one.asn) ||
    (row.type !== null && row.type !== one.type) ||
    (row.provider !== '' && row.provider !== one.provider)
  );
}
