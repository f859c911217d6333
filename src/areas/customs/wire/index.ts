// Everything under /apix/data_customs/, and what staff need for it.
export * from './batches.ts';
export * from './calculations.ts';
export * from './comparisons.ts';
export * from './customer-calculations.ts';
export * from './embed.ts';
export * from './events.ts';
export * from './hs-codes.ts';
export * from './rates.ts';
export * from './recalculations.ts';
export * from './rule-set-versions.ts';
export * from './rule-sets.ts';
export * from './rule-sources.ts';
export * from './shared-calculations.ts';
export * from './tariff-versions.ts';
export * from './tariffs.ts';
export * from './vehicles.ts';
