// Opens and ends incidents. Each is announced to staff once, and its end once.
import { hourMs, minuteMs } from '#lib/durations.ts';
import type { IncidentCause } from '../../wire/check-incidents.constants.ts';
import { sendChecksAlarm, sendChecksResumed } from '../emails/check-emails.ts';
import type { Proxies } from '../proxies.ts';
import {
  findOpenIncident,
  hasExpiredSince,
  type Incident,
  insertIncident,
  updateIncident,
} from './incident-store.ts';

/** A cause that comes and goes is one incident: it ends after this time without it. */
export const fineMsMin = 3 * minuteMs;
/** Proxies that fail together for longer than this really fail. */
export const widespreadMsMax = hourMs;
const countAfterExpiryMs = 24 * hourMs;

/**
 * What a round of checks found: a cause, `null` for none, or `unknown` when it has too few checks
 * to tell whether most proxies still fail.
 */
export type Finding = IncidentCause | null | 'unknown';

/** Returns the incident that is open after the finding. */
export async function settleIncident(
  proxies: Proxies,
  finding: Finding,
): Promise<Incident | undefined> {
  const open = await proxies.kernel.work.read(findOpenIncident);
  if (!open) return openIncident(proxies, finding);
  const now = proxies.kernel.clock.now();
  const isWidespread = finding === 'widespread' || finding === 'unknown';
  const isTooLong =
    open.cause === 'widespread' && now.getTime() - open.cause_at.getTime() >= widespreadMsMax;
  if (isTooLong && isWidespread) return endIncident(proxies, open, true);
  // Our own request has succeeded, whatever the number of checks.
  const isFine = finding === null || (finding === 'unknown' && open.cause !== 'widespread');
  if (isFine) return settleFine(proxies, open, now);
  if (finding === 'unknown') return open;
  return extendIncident(proxies, open, finding, now);
}

async function openIncident(proxies: Proxies, finding: Finding): Promise<Incident | undefined> {
  if (finding === null || finding === 'unknown') return undefined;
  const { work, clock, log } = proxies.kernel;
  const now = clock.now();
  return work.write(async (tx) => {
    const countFrom = new Date(now.getTime() - countAfterExpiryMs);
    if (finding === 'widespread' && (await hasExpiredSince(tx, countFrom))) return undefined;
    const incident = await insertIncident(tx, finding, now);
    if (!incident) return findOpenIncident(tx);
    log.warn({ cause: finding }, 'failed checks of proxies do not count for now');
    await sendChecksAlarm(proxies.kernel, tx, finding);
    return incident;
  });
}

async function extendIncident(proxies: Proxies, open: Incident, cause: IncidentCause, now: Date) {
  const changes = {
    fine_since: null,
    ...(cause !== open.cause && { cause, cause_at: now }),
  };
  await proxies.kernel.work.write((tx) => updateIncident(tx, open.id, changes));
  return { ...open, ...changes };
}

async function settleFine(proxies: Proxies, open: Incident, now: Date) {
  if (open.fine_since && now.getTime() - open.fine_since.getTime() >= fineMsMin)
    return endIncident(proxies, open, false);
  if (!open.fine_since)
    await proxies.kernel.work.write((tx) => updateIncident(tx, open.id, { fine_since: now }));
  return open;
}

async function endIncident(
  { kernel }: Proxies,
  open: Incident,
  isExpired: boolean,
): Promise<undefined> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
    const changes = { ended_at: now, is_expired: isExpired };
    if (!(await updateIncident(tx, open.id, changes))) return;
    kernel.log.info({ cause: open.cause, isExpired }, 'failed checks of proxies count again');
    await sendChecksResumed(kernel, tx, { incident: open, isExpired, now });
  });
}
