// Every endpoint of the area.
export * from './lead-files.ts';
export * from './leads.ts';
export * from './staff-leads.ts';
