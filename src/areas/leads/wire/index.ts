// Every endpoint of the area.
export * from './leads.ts';
export * from './staff-leads.ts';
