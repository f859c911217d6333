import type { ApiArea } from '#lib/api-description.ts';

export const leadsArea: ApiArea = {
  slug: 'inquiries',
  title: 'Inquiries',
  sentence: 'The contact form, its files, and your own inquiries.',
  groups: ['Inquiries'],
};
