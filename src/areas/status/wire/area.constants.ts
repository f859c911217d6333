import type { ApiArea } from '#lib/api-description.ts';

export const statusArea: ApiArea = {
  slug: 'events',
  title: 'Events and status',
  sentence: 'Changes as they happen, and what works at the moment.',
  groups: ['Events', 'Status'],
};
