// One check: a request through a proxy to an address that returns the exit address.
import { isIP } from 'node:net';
import { type FailureReason, findCause } from '../../wire/proxies.constants.ts';
import { readFailureReason } from '../forwarding/proxy-error.ts';
import type { Proxies } from '../proxies.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';
import { findOpenIncident, pausesCheck } from './incident-store.ts';
import { isOutOfReach, judgeTarget, readBytes, reasonOfStatus, toTarget } from './judge-target.ts';

export const checkTimeoutMsMax = 10_000;

export type ProbeResult = {
  isWorking: boolean;
  latencyMs: number | null;
  exitAddress: string | null;
  error: FailureReason | null;
  /** False for a failure that another than the proxy caused. */
  isCounted: boolean;
};

type ProbeOptions = { url?: string | null | undefined; timeoutMs?: number | null | undefined };

const failed = { isWorking: false, latencyMs: null, exitAddress: null };

/** Sends a request through the proxy. */
export async function probe(
  proxies: Proxies,
  row: ProxyRow,
  { url, timeoutMs }: ProbeOptions,
): Promise<ProbeResult> {
  try {
    const { id, protocol, host, port, credentials } = row;
    const response = await proxies.sendRequest({
      proxy: { protocol, host, port, login: proxies.vault.open(id, credentials) },
      timeoutMs: timeoutMs ?? checkTimeoutMsMax,
      bodyBytesMax: readBytes,
      ...toTarget(proxies, url),
    });
    const error = reasonOfStatus(response);
    return {
      isWorking: error === null,
      latencyMs: response.elapsedMs,
      exitAddress: url ? null : readExitAddress(response.body),
      error,
      isCounted: true,
    };
  } catch (error) {
    return { ...failed, error: readFailureReason(error), isCounted: true };
  }
}

function readExitAddress(body: Buffer): string | null {
  const [, address = ''] = /"address":"([0-9a-fA-F.:]+)"/.exec(body.toString('latin1')) ?? [];
  return isIP(address) > 0 ? address : null;
}

/** Names and answers that only the target can be responsible for. */
const certainReasons = new Set<FailureReason>(['target_not_found', 'target_refused']);

/**
 * The result with the failure booked on who caused it. `targetReason` is why the target fails
 * without a proxy, null when it works: then a proxy that does not reach it is at fault.
 */
export function bookFailure(result: ProbeResult, targetReason: FailureReason | null): ProbeResult {
  if (result.isWorking || result.error === null) return result;
  if (findCause(result.error) === 'credentials') return result;
  if (targetReason) return { ...result, error: targetReason, isCounted: false };
  if (certainReasons.has(result.error)) return { ...result, isCounted: false };
  const error = blamedReasons[result.error] ?? result.error;
  return { ...result, error };
}

const blamedReasons: { [reason in FailureReason]?: FailureReason } = {
  network_failed: 'connection_refused',
  target_failed: 'bad_response',
  target_bad_response: 'bad_response',
  target_timeout: 'timeout',
  target_closed: 'connection_closed',
  target_tls_failed: 'tls_failed',
};

async function judgeFor(proxies: Proxies, { host }: ProxyRow, url: string | null) {
  const reason = await judgeTarget(proxies, url);
  if (reason || url || !(await isOutOfReach(proxies, host))) return reason;
  return 'target_private' as const;
}

/** A check that somebody asked for: a failure is booked on who caused it, and may not count. */
export async function checkProxy(
  proxies: Proxies,
  row: ProxyRow,
  options: ProbeOptions,
): Promise<ProbeResult> {
  const result = await probe(proxies, row, options);
  if (result.isWorking) return result;
  const url = options.url ?? null;
  const booked = bookFailure(result, await judgeFor(proxies, row, url));
  const incident = await proxies.kernel.work.read(findOpenIncident);
  return { ...booked, isCounted: booked.isCounted && !pausesCheck(incident, url) };
}
