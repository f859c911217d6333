// Whether the address that checks request works without a proxy. If it does not, a failed check
// says nothing about the proxy.

import { isPublicAddress } from '#kernel/outbound/address-guard.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { readFailureReason } from '../forwarding/proxy-error.ts';
import type { ProxyResponse } from '../forwarding/send-request.ts';
import type { Proxies } from '../proxies.ts';

const timeoutMs = 5000;
/** One lost packet is no incident. */
const triesMax = 2;
export const readBytes = 200;

/** A site may refuse an address, but 5xx means that it does not work; 407 is never a site's. */
export const reasonOfStatus = ({ status }: Pick<ProxyResponse, 'status'>): FailureReason | null =>
  status === 407 ? 'auth_failed' : status >= 500 ? 'target_failed' : null;

/** Where checks go: to an address of the customer, or to ours, which is trusted. */
export const toTarget = (
  { guard, trustedGuard, checkUrl }: Proxies,
  url: string | null | undefined,
) => ({ url: new URL(url ?? checkUrl), guard, targetGuard: url ? guard : trustedGuard });

/** Null when the target works, otherwise why it does not. `url` is null for our own. */
export async function judgeTarget(
  proxies: Proxies,
  url: string | null,
): Promise<FailureReason | null> {
  let reason: FailureReason | null = null;
  for (let tries = 0; tries < triesMax; tries++) {
    reason = await requestDirectly(proxies, url);
    if (reason === null) return null;
  }
  return reason;
}

/** Our own target is on this machine or in a private network, and the proxy is not. */
export async function isOutOfReach(proxies: Proxies, host: string): Promise<boolean> {
  if (!(await isTargetPrivate(proxies))) return false;
  const address = await proxies.guard.resolveHost(host).catch(() => null);
  return address !== null && isPublicAddress(address);
}

/** False while its name cannot be resolved. */
export async function isTargetPrivate({ trustedGuard, checkUrl }: Proxies): Promise<boolean> {
  const address = await trustedGuard.resolveHost(new URL(checkUrl).hostname).catch(() => null);
  return address !== null && !isPublicAddress(address);
}

const reasonsOfTarget = new Set<FailureReason>([
  'target_not_found',
  'target_refused',
  'network_failed',
]);

async function requestDirectly(
  proxies: Proxies,
  url: string | null,
): Promise<FailureReason | null> {
  try {
    const response = await proxies.sendRequest({
      proxy: null,
      timeoutMs,
      bodyBytesMax: readBytes,
      ...toTarget(proxies, url),
    });
    return reasonOfStatus(response) && 'target_failed';
  } catch (error) {
    const reason = readFailureReason(error);
    return reasonsOfTarget.has(reason) ? reason : 'target_failed';
  }
}
