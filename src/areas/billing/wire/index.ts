export * from './charts.ts';
export * from './keys.ts';
export * from './overview.ts';
export * from './subscription-changes.ts';
export * from './subscriptions.ts';
export * from './tariff-offers.ts';
export * from './tariffs.ts';
export * from './usage.ts';
