// The public interface of the area for app.ts.
export { staffRoutes } from './routes.ts';
export { createStaff, type Staff } from './staff.ts';
export { alertOfClock } from './system/clock-alert.ts';
