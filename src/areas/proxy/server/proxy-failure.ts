import { type FailureReason, failureWords } from '../proxy-words.ts';

/** Why nothing came back through a proxy. Holds no address and no credentials. */
export class ProxyFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(failureWords[reason]);
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

/** Sorts what Node throws into the reasons that people are told. */
export function reasonOf(error: unknown): FailureReason {
  if (error instanceof ProxyFailure) return error.reason;
  const code = String((error as { code?: unknown })?.code ?? '');
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls_failed';
  if (code.startsWith('HPE_')) return 'bad_response';
  return reasonOfCode[code] ?? 'connection_closed';
}
