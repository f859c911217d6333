// Groups of calls one by one: a bundle contains only those that are imported.
export { Connection } from './core/connection.ts';
export * from './generated/customers.ts';
