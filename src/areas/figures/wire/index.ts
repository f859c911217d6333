export * from './area-usage.ts';
export * from './customers.ts';
export * from './revenue.ts';
export * from './unpaid.ts';
