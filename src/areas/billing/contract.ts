export * from './chart-contract.ts';
export * from './key-contract.ts';
export * from './overview-contract.ts';
export * from './subscription-contract.ts';
export * from './tariff-contract.ts';
export * from './tariff-offer-contract.ts';
export * from './tariff-staff-contract.ts';
export * from './usage-contract.ts';
