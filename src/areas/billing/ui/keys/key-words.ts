// What the screens of keys call things.
import type { Scope } from '#lib/endpoint.ts';
import type { BadgeTone } from '#ui/Badge.tsx';
import type { ApiKeyWire } from '../../contract.ts';
import type { KeyStatus } from '../../key-states.ts';

export const statusLabels: Record<KeyStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  revoked: 'Revoked',
};
export const statusTones: Record<KeyStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  expired: 'warning',
  revoked: 'danger',
};

export const scopeWords: Record<Scope, { label: string; help: string }> = {
  'billing:read': { label: 'Read billing', help: 'Your plan, usage and charts.' },
  'payments:read': { label: 'Read payments', help: 'Payments, balance and transactions.' },
  'profile:read': { label: 'Read profile', help: 'Your name, company and e-mail address.' },
  'support:write': { label: 'Support', help: 'Open tickets and answer in them.' },
  customs: { label: 'Customs', help: 'Duty and vehicle calculations.' },
  proxy: { label: 'Data proxy', help: 'Use proxies and read their statistics.' },
  'proxy:credentials': {
    label: 'Proxy credentials',
    help: 'Read the passwords of proxies. Leave it off unless you need it.',
  },
  speech: { label: 'Speech', help: 'Transcription and text to speech.' },
};

/** In the order of the form. */
export const scopeChoices = Object.keys(scopeWords) as Scope[];

export const sayCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
export const sayDay = (at: string | Date): string => day.format(new Date(at));

const soonDays = 7;

/** Live, and not for long. */
export const isEndingSoon = ({ is_valid, days_until_expiry, replaced_by }: ApiKeyWire): boolean =>
  is_valid && replaced_by === null && days_until_expiry !== null && days_until_expiry <= soonDays;

const isToday = (left: number) => left <= 1;

export function sayExpiry({ status, expires_at, days_until_expiry }: ApiKeyWire): string {
  if (expires_at === null || days_until_expiry === null) return 'Never';
  if (status === 'expired' || status === 'revoked') return sayDay(expires_at);
  return isToday(days_until_expiry) ? 'Within a day' : `In ${sayCount(days_until_expiry, 'day')}`;
}
