// What app.ts and the console may use of customs.
export { forgetAccount } from './calculations.ts';
export { type Customs, openCustoms } from './customs.ts';
export { listCalculations, readCalculation } from './find-calculations.ts';
export { customsJobs } from './jobs.ts';
export { type RateSnapshots, readRateSnapshots } from './rate-snapshots.ts';
export { refreshRates } from './refresh-rates.ts';
export { customsRoutes } from './routes.ts';
export { listSavedCodes } from './saved-code-store.ts';
export { seedCustoms } from './seed.ts';
export { customsStaffRoutes } from './staff-routes.ts';
