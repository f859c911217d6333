export * from './message-contract.ts';
export * from './staff-contract.ts';
export * from './ticket-contract.ts';
