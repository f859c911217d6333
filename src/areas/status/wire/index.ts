// Every endpoint of the area.
export * from './incidents.ts';
export * from './status.ts';
