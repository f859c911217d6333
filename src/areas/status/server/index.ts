// The public interface of the area for app.ts.
export { statusJobs } from './jobs.ts';
export { statusRoutes } from './routes.ts';
export { seedStatus } from './seed.ts';
export { createStatus, type Status } from './status.ts';
