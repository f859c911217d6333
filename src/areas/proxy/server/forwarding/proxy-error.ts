import { type FailureReason, failureMessages } from '../../wire/proxies.constants.ts';

/** Why a request through a proxy failed. Contains no address and no credentials. */
export class ProxyError extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(failureMessages[reason]);
    this.reason = reason;
  }
}

const reasonOfCode: Record<string, FailureReason> = {
  ECONNREFUSED: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EPROTO: 'tls_failed',
};

/** Maps errors of Node to the reasons of the API. */
export function failureReasonOf(error: unknown): FailureReason {
  if (error instanceof ProxyError) return error.reason;
  const code = String((error as { code?: unknown })?.code ?? '');
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls_failed';
  if (code.startsWith('HPE_')) return 'bad_response';
  return reasonOfCode[code] ?? 'connection_closed';
}
