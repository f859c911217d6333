/** What an entry of the audit log may be about; with its number it names one thing. */
export const auditSubjects = [
  'user',
  'key',
  'lead',
  'ticket',
  'canned_reply',
  'payment',
  'adjustment',
  'event',
  'subscription',
  'tariff',
  'customs_rule_set',
  'proxy',
  'feature',
  'mail',
  'queue',
  'rates',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];
