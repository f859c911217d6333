import type { ApiArea } from '#lib/api-description.ts';

export const paymentsArea: ApiArea = {
  slug: 'payments',
  title: 'Payments',
  sentence: 'Adding money, the balance, transactions, statements and receipts.',
  guide: '/docs/payments',
  groups: [
    'Transactions of a payment',
    'Payments',
    'Balance and transactions',
    'Currencies',
    'The ledger',
    'Cards',
    'Withdrawals',
  ],
};
