import { AddressError } from '#kernel/outbound/address-guard.ts';
import { type FailureReason, failureText } from '../../wire/proxies.constants.ts';

/** Why a request through a proxy failed. Contains no address and no credentials. */
export class ProxyError extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(failureText(reason));
    this.reason = reason;
  }
}

/**
 * The proxy was connected and did not open the tunnel. That is its own fault or that of the target:
 * only how other proxies fare with the same target can tell.
 */
export class TunnelError extends ProxyError {}
export const isUncertain = (error: unknown): boolean => error instanceof TunnelError;

const reasonOfCode: Record<string, FailureReason> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  // No route, no port or no file handle left on this machine.
  ENETUNREACH: 'network_failed',
  ENETDOWN: 'network_failed',
  EADDRNOTAVAIL: 'network_failed',
  EMFILE: 'network_failed',
  ENFILE: 'network_failed',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EPROTO: 'tls_failed',
};

/** Maps errors of Node to the reasons of the API. */
export function readFailureReason(error: unknown): FailureReason {
  if (error instanceof ProxyError || error instanceof AddressError) return error.reason;
  const code = String((error as { code?: unknown })?.code ?? '');
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls_failed';
  // The parser of Node reads what comes through an open tunnel, so this is the site's.
  if (code.startsWith('HPE_')) return 'target_bad_response';
  return reasonOfCode[code] ?? 'connection_closed';
}

const siteReasons: { [reason in FailureReason]?: FailureReason } = {
  timeout: 'target_timeout',
  connection_closed: 'target_closed',
  tls_failed: 'target_tls_failed',
};

/** As `readFailureReason`, after the tunnel is open: what happens from then on is the site's. */
export function readSiteFailure(error: unknown): FailureReason {
  const reason = readFailureReason(error);
  return siteReasons[reason] ?? reason;
}
