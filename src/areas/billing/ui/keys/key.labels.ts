// Names and texts of the API key screens.

import { formatCount, formatDate } from '#lib/format.ts';
import type { Scope } from '#lib/scopes.ts';
import type { BadgeTone } from '#ui/Badge.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';
import type { KeyStatus } from '../../wire/keys.constants.ts';

export const keyStatusTones: Record<KeyStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  expired: 'warning',
  revoked: 'danger',
};

export const scopeLabels: Record<Scope, { label: string; help: string }> = {
  'billing:read': { label: 'Read billing', help: 'Your plan, usage and charts.' },
  'payments:read': { label: 'Read payments', help: 'Payments, balance and transactions.' },
  'profile:read': { label: 'Read profile', help: 'Your name, company and e-mail address.' },
  'support:write': { label: 'Support', help: 'Open tickets and reply to them.' },
  customs: { label: 'Customs', help: 'Duty and vehicle calculations.' },
  proxy: { label: 'Data proxy', help: 'Use proxies and read their statistics.' },
  'proxy:credentials': {
    label: 'Proxy credentials',
    help: 'Read proxy passwords. Leave it off unless you need it.',
  },
  speech: { label: 'Speech', help: 'Transcription and text to speech.' },
  webhooks: { label: 'Webhooks', help: 'Endpoints, and what was sent to them.' },
};

/** In the order of the form. */
export const scopeChoices = Object.keys(scopeLabels) as Scope[];

const soonDays = 7;

/** Valid, but only for a few more days. */
export const isExpiringSoon = ({ is_valid, days_until_expiry, replaced_by }: ApiKeyWire): boolean =>
  is_valid && replaced_by === null && days_until_expiry !== null && days_until_expiry <= soonDays;

export function formatExpiry({ status, expires_at, days_until_expiry }: ApiKeyWire): string {
  if (expires_at === null || days_until_expiry === null) return 'Never';
  if (status === 'expired' || status === 'revoked') return formatDate(expires_at);
  return days_until_expiry <= 1 ? 'Within a day' : `In ${formatCount(days_until_expiry, 'day')}`;
}
