// Every endpoint of the area. Other areas have the endpoints for their own staff.
export * from './audit.ts';
export * from './features.ts';
export * from './impersonations.ts';
export * from './journals.ts';
export * from './ledger-check.ts';
export * from './mail-hold.ts';
export * from './open-work.ts';
export * from './overview.ts';
export * from './search.ts';
export * from './system.ts';
export * from './system-health.ts';
export * from './users.ts';
