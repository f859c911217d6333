// Enumerations of the data proxy with their texts, for the server and the screens.

export const protocols = ['http', 'https', 'socks5'] as const;
export type Protocol = (typeof protocols)[number];

/** Proxies in one list, and in one import. */
export const proxiesMax = 10_000;

export const proxyTypes = ['datacenter', 'residential', 'mobile', 'isp'] as const;
export type ProxyType = (typeof proxyTypes)[number];

/** Status of a proxy for one resource. A dead proxy is dead for all. */
export const proxyStatuses = ['available', 'cooldown', 'blocked', 'dead'] as const;
export type ProxyStatus = (typeof proxyStatuses)[number];

/** Reasons for a manual block; automatic blocks have any failure reason. */
export const blockReasons = [
  'banned',
  'captcha',
  'timeout',
  'bad_response',
  'auth_failed',
  'other',
] as const;

/** Who caused a failure. Only failures of a proxy or its credentials count against it. */
export type FailureCause = 'proxy' | 'credentials' | 'target' | 'network';

type Failure = {
  cause: FailureCause;
  what: string;
  /** What its owner can do. */
  advice: string;
  /** The same for a customer whose request went through the shared pool, where it differs. */
  poolAdvice?: string;
};

const ofThePool =
  'It belongs to the shared pool, which our staff look after. You can add proxies of your own.';

/** Why a request or a check failed. */
const failures = {
  banned: {
    cause: 'target',
    what: 'The site refused this address.',
    advice: 'If it repeats, take fewer requests a minute or use other proxies.',
  },
  captcha: {
    cause: 'target',
    what: 'The site asks for a captcha.',
    advice: 'Use residential proxies or fewer requests a minute.',
  },
  timeout: {
    cause: 'proxy',
    what: 'The proxy or the site did not respond in time.',
    advice: 'Raise timeout_ms or replace the proxy.',
    poolAdvice: 'Raise timeout_ms or add proxies of your own.',
  },
  bad_response: {
    cause: 'proxy',
    what: 'The response was not a valid one of the site.',
    advice: 'Check the protocol of the proxy.',
    poolAdvice: ofThePool,
  },
  auth_failed: {
    cause: 'credentials',
    what: 'The proxy refuses its user name and password.',
    advice: 'Correct them and add it again.',
    poolAdvice: ofThePool,
  },
  other: {
    cause: 'proxy',
    what: 'Blocked manually.',
    advice: 'Release it to use it again.',
  },
  connection_refused: {
    cause: 'proxy',
    what: 'No connection to the proxy could be opened.',
    advice: 'Check host and port with the provider.',
    poolAdvice: ofThePool,
  },
  connection_closed: {
    cause: 'proxy',
    what: 'The connection ended before the response was complete.',
    advice: 'If this continues, replace the proxy.',
    poolAdvice: ofThePool,
  },
  tunnel_refused: {
    cause: 'proxy',
    what: 'The proxy does not open tunnels to this port.',
    advice: 'Ask the provider to allow CONNECT.',
    poolAdvice: ofThePool,
  },
  unreachable: {
    cause: 'target',
    what: 'The proxy reports that it cannot reach the site.',
    advice: 'Check that the site is up. If other proxies reach it, replace this one.',
    poolAdvice: 'Check that the site is up.',
  },
  name_not_found: {
    cause: 'proxy',
    what: 'The host name of the proxy does not exist.',
    advice: 'Correct it and add it again.',
    poolAdvice: ofThePool,
  },
  address_refused: {
    cause: 'proxy',
    what: 'The proxy is in a private or reserved network, which is not allowed.',
    advice: 'Use a public address.',
    poolAdvice: ofThePool,
  },
  tls_failed: {
    cause: 'proxy',
    what: 'The TLS connection failed.',
    advice: 'Check the certificate and the protocol.',
    poolAdvice: 'Check the certificate of the site.',
  },
  target_not_found: {
    cause: 'target',
    what: 'The host name of the requested address does not exist.',
    advice:
      'Correct the address, or health_check_url for a check. Nothing is wrong with the proxy.',
  },
  target_refused: {
    cause: 'target',
    what: 'The requested address leads to a private network, which is not allowed.',
    advice: 'Use a public one. Nothing is wrong with the proxy.',
  },
  target_failed: {
    cause: 'target',
    what: 'The address that checks request does not respond, not even without a proxy.',
    advice: 'Check health_check_url if the resource has one. Nothing is wrong with the proxy.',
    poolAdvice: 'Nothing is wrong with the proxy, and you need not do anything.',
  },
  target_bad_response: {
    cause: 'target',
    what: 'The site sent a response that is not valid HTTP.',
    advice: 'Nothing is wrong with the proxy.',
  },
  target_timeout: {
    cause: 'target',
    what: 'The proxy reached the site, which did not respond in time.',
    advice: 'Raise timeout_ms if the site is slow. Nothing is wrong with the proxy.',
  },
  target_closed: {
    cause: 'target',
    what: 'The site ended the connection before its response was complete.',
    advice: 'Nothing is wrong with the proxy.',
  },
  target_tls_failed: {
    cause: 'target',
    what: 'The TLS connection to the site failed.',
    advice: 'Check the certificate of the site. Nothing is wrong with the proxy.',
  },
  target_private: {
    cause: 'target',
    what: 'The address that checks request is in a private network, which the proxy cannot reach.',
    advice: 'Set health_check_url to a public address. Nothing is wrong with the proxy.',
    poolAdvice: 'Nothing is wrong with the proxy, and you need not do anything.',
  },
  network_failed: {
    cause: 'network',
    what: 'The network of this platform failed.',
    advice: 'Nothing is wrong with the proxy, and you need not do anything.',
  },
} as const satisfies Record<string, Failure>;
export type FailureReason = keyof typeof failures;
export const failureReasons = Object.keys(failures) as FailureReason[];
const findFailure = (reason: FailureReason): Failure => failures[reason];

export const findCause = (reason: FailureReason): FailureCause => findFailure(reason).cause;

/** The site and our network are no fault of the proxy; bans count by their own rule. */
export const countsAgainstProxy = (reason: FailureReason): boolean =>
  findCause(reason) === 'proxy' || findCause(reason) === 'credentials';

export const failureText = (reason: FailureReason): string => findFailure(reason).what;

/**
 * What happened and what helps, for those who can correct the proxy, or for customers who cannot:
 * `pool`. `both` is for figures over both kinds.
 */
export function explainFailure(reason: FailureReason, reader: 'owner' | 'pool' | 'both'): string {
  const { what, advice, poolAdvice } = findFailure(reason);
  if (reader === 'owner' || poolAdvice === undefined) return `${what} ${advice}`;
  return reader === 'pool' ? `${what} ${poolAdvice}` : `${what} For your own proxies: ${advice}`;
}

/** States of a proxy of the shared pool. */
export const poolStates = ['working', 'failing', 'unchecked', 'dead', 'inactive'] as const;
export type PoolState = (typeof poolStates)[number];

/** Periods of the statistics. */
export const periods = ['24h', '7d', '30d'] as const;
/** Who sends requests: API keys, sub-users, and owners in the test console. */
export const loginKinds = ['key', 'user', 'console'] as const;
export type Period = (typeof periods)[number];
