import { formatCount, formatPercent, noValue } from '#lib/format.ts';
import type { BadgeTone } from '#ui/Badge.tsx';
import type { FailureReason, Protocol, ProxyStatus } from '../wire/proxies.constants.ts';
import type { Strategy } from '../wire/resources.constants.ts';

export const statusLabels: Record<ProxyStatus, string> = {
  available: 'Available',
  cooldown: 'Cooldown',
  blocked: 'Blocked',
  dead: 'Dead',
};
export const statusTones: Record<ProxyStatus, BadgeTone> = {
  available: 'success',
  cooldown: 'warning',
  blocked: 'danger',
  dead: 'neutral',
};

export const strategyLabels: Record<Strategy, string> = {
  round_robin: 'Round robin',
  random: 'Random',
  least_used: 'Least used',
  sticky: 'Sticky sessions',
};

export const protocolLabels: Record<Protocol, string> = {
  http: 'HTTP',
  https: 'HTTPS',
  socks5: 'SOCKS5',
};

export const reasonLabels: Record<FailureReason, string> = {
  banned: 'Banned by the site',
  captcha: 'Captcha',
  timeout: 'Timed out',
  bad_response: 'Bad response',
  auth_failed: 'Wrong user name or password',
  other: 'Other',
  connection_refused: 'No connection',
  connection_closed: 'Connection closed',
  tunnel_refused: 'Tunnel refused',
  unreachable: 'Site not reached by the proxy',
  name_not_found: 'Host name not found',
  address_refused: 'Private address',
  tls_failed: 'TLS failed',
  target_not_found: 'Requested name not found',
  target_refused: 'Private address requested',
  target_failed: 'Check address not reached',
  target_bad_response: 'Site sent invalid HTTP',
  target_timeout: 'Site did not respond in time',
  target_closed: 'Site ended the connection',
  target_tls_failed: 'TLS of the site failed',
  target_private: 'Check address not public',
  network_failed: 'Network of the platform failed',
};

export const formatSuccessRate = (rate: number | null) =>
  rate === null ? 'No use yet' : formatPercent(rate);
export const formatMs = (ms: number | null) => (ms === null ? noValue : `${formatCount(ms)} ms`);
