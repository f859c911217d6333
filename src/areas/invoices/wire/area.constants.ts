import type { ApiArea } from '#lib/api-description.ts';

export const invoicesArea: ApiArea = {
  slug: 'invoices',
  title: 'Invoices',
  sentence: 'Invoices and credit notes as PDF and XML, and whom they are made out to.',
  guide: '/docs/invoices',
  groups: ['Billing profile', 'Invoices'],
};
