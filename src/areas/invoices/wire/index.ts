export * from './billing-profile.ts';
export * from './events.ts';
export * from './invoices.ts';
export * from './staff-invoices.ts';
