import type { ApiArea } from '#lib/api-description.ts';

export const supportArea: ApiArea = {
  slug: 'support',
  title: 'Support',
  sentence: 'Tickets, their messages and files.',
  guide: '/docs/support',
  groups: ['Messages', 'Tickets', 'Files', 'Mails'],
};
