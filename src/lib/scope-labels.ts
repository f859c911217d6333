import type { Scope } from './scopes.ts';

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

/** In the order of forms. */
export const scopeChoices = Object.keys(scopeLabels) as Scope[];
