// Every endpoint of the area.
export * from './deliveries.ts';
export * from './endpoints.ts';
export * from './event-types.ts';
export * from './messages.ts';
export * from './staff-endpoints.ts';
