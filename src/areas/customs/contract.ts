// Everything under /apix/data_customs/.
export * from './calculation-contract.ts';
export * from './rate-contract.ts';
export * from './rule-set-contract.ts';
export * from './staff-contract.ts';
