// What the company's own people do. Tickets, payments, leads, tariffs and rule sets have their
// staff's calls beside the area that they are about.
export * from './audit-contract.ts';
export * from './feature-contract.ts';
export * from './impersonation-contract.ts';
export * from './ledger-contract.ts';
export * from './overview-contract.ts';
export * from './system-contract.ts';
export * from './user-contract.ts';
