// What app.ts and other areas use of customs.

export { listCalculations, readCalculation } from './calculations/find-calculations.ts';
export { deleteAccountData } from './calculations/saved-calculations.ts';
export { type Customs, createCustoms } from './customs.ts';
export { listSavedCodes } from './hs-codes/saved-code-store.ts';
export { customsJobs } from './jobs.ts';
export { type RateSnapshots, readRateSnapshots } from './rates/rate-snapshots.ts';
export { refreshRates } from './rates/refresh-rates.ts';
export { customsRoutes, customsStaffRoutes } from './routes.ts';
export { seedCustoms } from './seed.ts';
