import type { ApiArea } from '#lib/api-description.ts';

export const billingArea: ApiArea = {
  slug: 'billing',
  title: 'Billing',
  sentence: 'API keys, the plan of the account, and what counts towards it.',
  guide: '/docs/keys',
  groups: ['API keys', 'Usage', 'Plans'],
};
