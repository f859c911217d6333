// What app.ts uses of the staff's area.
export { staffRoutes } from './routes.ts';
export { openStaff, type Staff } from './staff.ts';
