export * from './key-contract.ts';
export * from './subscription-contract.ts';
export * from './tariff-contract.ts';
export * from './usage-contract.ts';
