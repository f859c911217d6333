export * from './blocks.ts';
export * from './fetches.ts';
export * from './pool.ts';
export * from './proxies.ts';
export * from './resources.ts';
export * from './statistics.ts';
