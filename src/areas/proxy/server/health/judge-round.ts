// Judges a round of checks before anything is marked: whether our side or a target failed, rather
// than the proxies.
import { findIncidentCause } from '../../wire/check-incidents.constants.ts';
import { type FailureReason, findCause } from '../../wire/proxies.constants.ts';
import type { Proxies } from '../proxies.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';
import { type Finding, settleIncident } from './check-incidents.ts';
import { findOpenIncident, pausesCheck } from './incident-store.ts';
import { isOutOfReach, judgeTarget } from './judge-target.ts';
import { bookFailure, type ProbeResult } from './probe.ts';

/** `url` is null for our own target. */
export type Check = { row: ProxyRow; url: string | null; result: ProbeResult };

const hostsFailedMin = 3;
const judgesMax = 20;

/** The failed checks of the round, each with its failure booked on who caused it. */
export async function judgeRound(proxies: Proxies, checks: readonly Check[]): Promise<Check[]> {
  const failed = checks.filter(({ result }) => !result.isWorking);
  const open = await proxies.kernel.work.read(findOpenIncident);
  if (failed.length === 0 && !open) return [];
  const ownReason = await judgeTarget(proxies, null);
  const reasons = await judgeTargets(proxies, checks);
  reasons.set(null, ownReason);
  const booked = await Promise.all(
    failed.map(async (check) => {
      const isFar = check.url === null && (await isOutOfReach(proxies, check.row.host));
      const reason = reasons.get(check.url) ?? (isFar ? 'target_private' : null);
      return { ...check, result: bookFailure(check.result, reason) };
    }),
  );
  const passed = checks.filter(({ result }) => result.isWorking);
  const finding = ownReason ? findIncidentCause(ownReason) : judgeHosts([...passed, ...booked]);
  const incident = await settleIncident(proxies, finding);
  return booked.map(({ row, url, result }) => {
    const isCounted = result.isCounted && !pausesCheck(incident, url);
    return { row, url, result: { ...result, isCounted } };
  });
}

/** Why each target of customers fails. One that a proxy reached works. */
async function judgeTargets(proxies: Proxies, checks: readonly Check[]) {
  const reasons = new Map<string | null, FailureReason | null>();
  for (const { url, result } of checks) if (url && !result.isWorking) reasons.set(url, null);
  for (const { url, result } of checks) if (result.isWorking) reasons.delete(url);
  const urls = reasons.keys().toArray().values();
  const judge = async () => {
    for (const url of urls) reasons.set(url, await judgeTarget(proxies, url));
  };
  await Promise.all(Array.from({ length: judgesMax }, judge));
  return reasons;
}

/**
 * Whether most hosts fail at once, among proxies that worked until now: new lists may contain any
 * number of proxies that never worked. Refused credentials are certain, so they do not count.
 */
export function judgeHosts(checks: readonly Pick<Check, 'row' | 'result'>[]): Finding {
  const hosts = new Map<string, boolean>();
  for (const { row, result } of checks) {
    const hasWorked = !row.is_dead && row.consecutive_failed_checks === 0 && row.checks_passed > 0n;
    const isCertain = result.error !== null && findCause(result.error) === 'credentials';
    if (!hasWorked || isCertain || !result.isCounted) continue;
    hosts.set(row.host, result.isWorking || hosts.get(row.host) === true);
  }
  if (hosts.size === 0) return 'unknown';
  const failed = hosts
    .values()
    .filter((isWorking) => !isWorking)
    .toArray().length;
  return failed >= hostsFailedMin && failed * 2 > hosts.size ? 'widespread' : null;
}
