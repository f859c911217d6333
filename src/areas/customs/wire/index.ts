// Everything under /apix/data_customs/, and what staff need for it.
export * from './batches/batches.ts';
export * from './calculations/calculations.ts';
export * from './calculations/comparisons.ts';
export * from './calculations/customer-calculations.ts';
export * from './calculations/recalculations.ts';
export * from './calculations/shared-calculations.ts';
export * from './embed/embed.ts';
export * from './events.ts';
export * from './rates.ts';
export * from './rule-sets/rule-set-versions.ts';
export * from './rule-sets/rule-sets.ts';
export * from './rule-sets/rule-sources.ts';
export * from './tariffs/hs-codes.ts';
export * from './tariffs/tariff-versions.ts';
export * from './tariffs/tariffs.ts';
export * from './vehicles/vehicles.ts';
