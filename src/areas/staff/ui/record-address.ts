import type { AuditSubject } from '#lib/audit-subjects.ts';

type RecordKind = AuditSubject | 'missed_period' | 'transaction' | 'call' | 'journal';
export type RecordKey = {
  kind: string;
  id: string;
  /** The account that it belongs to. */
  user: number | null;
};

const ofUser = ({ user }: RecordKey) => user !== null && `/admin/users/${user}`;

const addresses: Readonly<Record<RecordKind, (key: RecordKey) => string | false>> = {
  user: ofUser,
  key: ofUser,
  webhook_endpoint: ofUser,
  app: ({ id }) => `/admin/apps/${id}`,
  subscription: ofUser,
  transaction: ({ id }) => `/admin/ledger?search=${id}`,
  journal: ({ id }) => `/admin/ledger/journals/${id}`,
  call: ({ id, user }) => `/admin/users/${user}?request=${id}`,
  // Of a change of several leads, the ids are joined by commas.
  lead: ({ id }) => !id.includes(',') && `/admin/leads/${id}`,
  ticket: ({ id }) => `/admin/tickets/${id}`,
  canned_reply: () => false,
  inbound_mail: () => '/admin/tickets/mails',
  payment: ({ id }) => `/admin/payments?search=${id}`,
  adjustment: () => '/admin/payments/adjustments',
  withdrawal: ({ id }) => `/admin/payments/withdrawals/${id}`,
  clearing_item: () => '/admin/payments/clearing',
  bank_statement: () => '/admin/payments/bank',
  missed_period: () => '/admin/payments/missed-periods?status=open',
  invoice: ({ id }) => `/admin/invoices/${id}`,
  event: () => '/admin/payments/events',
  tariff: () => '/admin/tariffs',
  customs_rule_set: ({ id }) => `/admin/rule-sets/${id}`,
  customs_tariff: ({ id }) => `/admin/customs-tariffs/${id}`,
  proxy: () => '/admin/proxies',
  proxy_source: () => '/admin/proxies',
  feature: () => '/admin/system/features',
  incident: ({ id }) => `/admin/incidents/${id}`,
  mail: () => '/admin/system/mails',
  queue: ({ id }) => `/admin/system/jobs/${id}`,
  rates: () => '/admin/system/rates',
};

/** The screen of a record, or the list that it is on; undefined if there is none. */
export function toRecordAddress(key: RecordKey): string | undefined {
  const byKind: Readonly<Record<string, (key: RecordKey) => string | false>> = addresses;
  return byKind[key.kind]?.(key) || undefined;
}
