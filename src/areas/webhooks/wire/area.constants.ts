import type { ApiArea } from '#lib/api-description.ts';

export const webhooksArea: ApiArea = {
  slug: 'webhooks',
  title: 'Webhooks',
  sentence: 'Addresses of yours that are told what happens, and what was sent to them.',
  guide: '/docs/guides/webhooks',
  groups: ['Endpoints', 'Deliveries'],
};
