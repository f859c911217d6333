import type { BadgeTone } from '#ui/Badge.tsx';
import type { FailureReason, PairStatus, Protocol, Strategy } from '../proxy-words.ts';

export const statusLabels: Record<PairStatus, string> = {
  available: 'Available',
  cooldown: 'Resting',
  blocked: 'Blocked',
  dead: 'Dead',
};
export const statusTones: Record<PairStatus, BadgeTone> = {
  available: 'success',
  cooldown: 'warning',
  blocked: 'danger',
  dead: 'neutral',
};

export const strategyLabels: Record<Strategy, string> = {
  round_robin: 'One after another',
  random: 'At random',
  least_used: 'The least used first',
  sticky: 'The same for a session',
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
  connection_refused: 'Connection refused',
  connection_closed: 'Connection closed',
  tunnel_refused: 'Tunnel refused',
  name_not_found: 'Name not found',
  address_refused: 'Private address',
  tls_failed: 'TLS failed',
};

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const sayCount = (count: number) => number.format(count);
export const sayRate = (rate: number | null) =>
  rate === null ? 'No use yet' : percent.format(rate);
export const sayMs = (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`);
/** In the largest unit that leaves at least one of it. */
export function sayBytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), sizeUnits.length - 1);
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: sizeUnits[step],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(count / 1000 ** step);
}
