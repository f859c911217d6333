/**
 * Areas whose calls are limited by the plan. Other calls are never refused because of it. A tariff
 * lists those that it includes.
 */
export const quotaGroups = ['customs', 'proxy', 'speech'] as const;
export type QuotaGroup = (typeof quotaGroups)[number];

export const quotaGroupNames: Record<QuotaGroup, string> = {
  customs: 'Customs',
  proxy: 'Data proxy',
  speech: 'Speech',
};

/** The units of usage. */
export const usageMetrics = [
  'request',
  'audio_second',
  'character',
  'calculation',
  'proxy_lease',
] as const;
export type UsageMetric = (typeof usageMetrics)[number];
