// The wire of the data proxy.
export * from './pool-contract.ts';
export * from './proxy-contract.ts';
export * from './resource-contract.ts';
export * from './use-contract.ts';
