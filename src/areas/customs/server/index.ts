// What app.ts may use of customs.
export { type Customs, openCustoms } from './customs.ts';
export { customsJobs } from './jobs.ts';
export { customsRoutes } from './routes.ts';
