export * from './adjustments.ts';
export * from './currencies.ts';
export * from './ledger-check.ts';
export * from './payment-schema.ts';
export * from './payments.ts';
export * from './reviews.ts';
export * from './transactions.ts';
export * from './webhooks.ts';
