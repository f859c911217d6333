// What app.ts may use of customs.
export { readCalculation } from './calculations.ts';
export { type Customs, openCustoms } from './customs.ts';
export { customsJobs } from './jobs.ts';
export { customsRoutes } from './routes.ts';
export { customsStaffRoutes } from './staff-routes.ts';
