// The words of the wire, for both halves and without zod.

export const strategies = ['round_robin', 'random', 'least_used', 'sticky'] as const;
export type Strategy = (typeof strategies)[number];

export const protocols = ['http', 'https', 'socks5'] as const;
export type Protocol = (typeof protocols)[number];

export const proxyTypes = ['datacenter', 'residential', 'mobile', 'isp'] as const;
export type ProxyType = (typeof proxyTypes)[number];

/** How a proxy stands for one resource. A dead one is dead for all. */
export const pairStatuses = ['available', 'cooldown', 'blocked', 'dead'] as const;
export type PairStatus = (typeof pairStatuses)[number];

/** What somebody may say when blocking by hand; blocks of our own have any reason of a failure. */
export const blockReasons = [
  'banned',
  'captcha',
  'timeout',
  'bad_response',
  'auth_failed',
  'other',
] as const;

/** Why a use or a check failed, with what to do about it. */
export const failureWords = {
  banned: 'The site refused this address. Leave it blocked, or take fewer requests a minute.',
  captcha: 'The site asks for a captcha. Use residential proxies or fewer requests a minute.',
  timeout: 'The proxy or the site did not answer in time. Raise timeout_ms or replace the proxy.',
  bad_response: 'The answer was not HTTP. Check the protocol of the proxy.',
  auth_failed: 'The proxy refuses its user name and password. Correct them and add it again.',
  other: 'Blocked by hand or for a reason of your own.',
  connection_refused: 'Nothing listens at this address. Check host and port with the provider.',
  connection_closed: 'The proxy hung up. If it goes on, replace it.',
  tunnel_refused:
    'The proxy does not open tunnels to this port. Ask the provider to allow CONNECT.',
  name_not_found: 'The host name of the proxy does not exist. Correct it and add it again.',
  address_refused: 'The name leads to a private address, where nothing is sent.',
  tls_failed: 'No secure connection came about. Check the certificate, or the protocol.',
} as const;
export type FailureReason = keyof typeof failureWords;
export const failureReasons = Object.keys(failureWords) as FailureReason[];
