/** The types of objects that entries of the audit log refer to, together with the object's id. */
export const auditSubjects = [
  'user',
  'key',
  'webhook_endpoint',
  'lead',
  'ticket',
  'canned_reply',
  'payment',
  'adjustment',
  'event',
  'subscription',
  'tariff',
  'customs_rule_set',
  'customs_tariff',
  'proxy',
  'proxy_source',
  'feature',
  'incident',
  'mail',
  'queue',
  'rates',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];
