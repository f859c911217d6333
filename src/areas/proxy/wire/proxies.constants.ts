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

/** Why a request or a check failed, and what to do about it. */
export const failureMessages = {
  banned: 'The site refused this address. Leave it blocked, or take fewer requests a minute.',
  captcha: 'The site asks for a captcha. Use residential proxies or fewer requests a minute.',
  timeout: 'The proxy or the site did not respond in time. Raise timeout_ms or replace the proxy.',
  bad_response: 'The response was not HTTP. Check the protocol of the proxy.',
  auth_failed: 'The proxy refuses its user name and password. Correct them and add it again.',
  other: 'Blocked manually.',
  connection_refused: 'The connection was refused. Check host and port with the provider.',
  connection_closed: 'The proxy closed the connection. If this continues, replace it.',
  tunnel_refused:
    'The proxy does not open tunnels to this port. Ask the provider to allow CONNECT.',
  name_not_found: 'The host name of the proxy does not exist. Correct it and add it again.',
  address_refused: 'The name resolves to a private address, which is not allowed.',
  tls_failed: 'The TLS connection failed. Check the certificate and the protocol.',
} as const;
export type FailureReason = keyof typeof failureMessages;
export const failureReasons = Object.keys(failureMessages) as FailureReason[];

/** States of a proxy of the shared pool. */
export const poolStates = ['working', 'failing', 'unchecked', 'dead', 'inactive'] as const;
export type PoolState = (typeof poolStates)[number];

/** Periods of the statistics. */
export const periods = ['24h', '7d', '30d'] as const;
export type Period = (typeof periods)[number];
