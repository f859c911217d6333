// Refreshes the sources that are due. A list that cannot be loaded changes nothing but the state of
// its source: the last good one stays in use.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { minuteMs } from '#lib/durations.ts';
import { failuresBeforeMail, type SourceError } from '../../wire/proxy-sources.constants.ts';
import { sendPoolSourceEmail, sendSourceEmail } from '../emails/source-emails.ts';
import { screenProxies } from '../pool/parse-import.ts';
import type { Proxies } from '../proxies.ts';
import { findResourceById, lockResource } from '../resources/resource-store.ts';
import { fetchTimeoutMs } from './fetch-list.ts';
import { ListError } from './list-error.ts';
import { countMissed } from './listed-proxy-store.ts';
import { type LoadedList, loadList } from './load-list.ts';
import { type SavedList, saveList } from './save-list.ts';
import { openSecrets, type SourceSecrets } from './source-secrets.ts';
import { claimSource, lockSource, type SourceRow, updateSourceRow } from './source-store.ts';

export const refreshQueue = 'proxy.refresh_sources';

const concurrencyMax = 4;
/** Longer than a refresh can take; then the process that claimed the source has died. */
const busyMs = 5 * minuteMs;
/** Well before the job expires; the next run continues. */
const runMsMax = 150_000;

type ChangedList = Extract<LoadedList, { isChanged: true }>;

/** Each source by one process at a time. */
export async function refreshDue(proxies: Proxies): Promise<void> {
  const startedMs = performance.now();
  const work = async () => {
    while (performance.now() - startedMs < runMsMax && (await refreshNext(proxies)));
  };
  await Promise.all(Array.from({ length: concurrencyMax }, work));
}

/** False when none is due. */
async function refreshNext(proxies: Proxies): Promise<boolean> {
  const { work, clock, log } = proxies.kernel;
  const now = clock.now();
  const busyUntil = new Date(now.getTime() + busyMs);
  const source = await work.write((tx) => claimSource(tx, now, busyUntil));
  if (!source) return false;
  try {
    await refreshSource(proxies, source);
  } catch (err) {
    // It is due again when the claim ends.
    log.error({ err, source: source.id }, 'a proxy source could not be refreshed');
  }
  return true;
}

async function refreshSource(proxies: Proxies, source: SourceRow): Promise<void> {
  const { work } = proxies.kernel;
  const secrets = openSecrets(proxies.vault, source.id, source.secrets);
  try {
    if (!secrets) throw new ListError('secrets_lost');
    const list = await loadSource(proxies, source, secrets);
    const usable = list.isChanged && (await screen(proxies, source, list));
    await work.write((tx) =>
      saveResult(proxies, tx, source, async (current) =>
        list.isChanged && usable && !current.content_hash?.equals(list.hash)
          ? toColumns(list, await saveList(proxies, tx, current, secrets, usable))
          : countUnchanged(proxies, tx, current),
      ),
    );
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    await work.write((tx) => saveFailure(proxies, tx, source, error.reason));
  }
}

function loadSource(
  { guard }: Proxies,
  { format, etag, last_modified: lastModified }: SourceRow,
  { url, authorization }: SourceSecrets,
): Promise<LoadedList> {
  const request = { url: new URL(url), authorization, etag, lastModified };
  return loadList(request, format, { guard, signal: createTimeout(fetchTimeoutMs) });
}

async function screen(proxies: Proxies, { protocol }: SourceRow, { parsed }: ChangedList) {
  const screened = await screenProxies(proxies, parsed, protocol);
  if (screened.accepted.length === 0) throw new ListError('not_a_list');
  return screened;
}

/** Without what identifies the list it counts as changed at the next refresh. */
const toColumns = (
  { hash, etag, lastModified }: ChangedList,
  { counts, isComplete }: SavedList,
) => ({
  ...counts,
  content_hash: isComplete ? hash : null,
  etag: isComplete ? etag : null,
  last_modified: isComplete ? lastModified : null,
});

async function countUnchanged({ kernel, poolCache }: Proxies, tx: Tx, source: SourceRow) {
  const missing = await countMissed(tx, source, null, kernel.clock.now());
  if (missing > 0) await poolCache.publish(tx, { resourceId: source.resource_id });
  return {};
}

/** A source that was edited meanwhile is refreshed again instead, and a deleted one is gone. */
async function saveResult(
  { kernel }: Proxies,
  tx: Tx,
  source: SourceRow,
  save: (current: SourceRow) => Promise<object>,
): Promise<void> {
  const current = await lockForSave(tx, source);
  if (!current) return;
  const now = kernel.clock.now();
  const saved = await save(current);
  await updateSourceRow(tx, source.id, {
    ...saved,
    ...scheduleNext(current, now),
    succeeded_at: now,
    error: null,
    failures_in_row: 0,
  });
}

async function saveFailure(
  { kernel }: Proxies,
  tx: Tx,
  source: SourceRow,
  error: SourceError,
): Promise<void> {
  const current = await lockForSave(tx, source);
  if (!current) return;
  const now = kernel.clock.now();
  const failures_in_row = current.failures_in_row + 1;
  await updateSourceRow(tx, source.id, { ...scheduleNext(current, now), error, failures_in_row });
  if (failures_in_row !== failuresBeforeMail) return;
  const failed = { ...current, error };
  const resource = source.resource_id && (await findResourceById(tx, source.resource_id));
  if (!resource) return sendPoolSourceEmail(kernel, tx, failed);
  const account = await findAccount(tx, resource.account_id);
  if (account && account.status !== 'deleted')
    await sendSourceEmail(kernel, tx, { account, resource, source: failed });
}

/** The resource first, in the order of a deletion. */
async function lockForSave(tx: Tx, source: SourceRow): Promise<SourceRow | undefined> {
  if (source.resource_id && !(await lockResource(tx, source.resource_id))) return undefined;
  const current = await lockSource(tx, source.id);
  if (current?.updated_at.getTime() === source.updated_at.getTime()) return current;
  if (current) await updateSourceRow(tx, source.id, { claimed_until: null });
  return undefined;
}

const scheduleNext = ({ refresh_minutes }: SourceRow, now: Date) => ({
  claimed_until: null,
  refreshed_at: now,
  next_refresh_at: new Date(now.getTime() + refresh_minutes * minuteMs),
});
