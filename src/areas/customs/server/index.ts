// What app.ts and other areas use of customs.

export type { TariffDifferenceWire as TariffDifference } from '../wire/tariffs/tariff-versions.ts';
export { listCalculations, readCalculation } from './calculations/find-calculations.ts';
export { deleteAccountData } from './calculations/saved-calculations.ts';
export { type Customs, createCustoms } from './customs.ts';
export { listSavedCodes } from './hs-codes/saved-code-store.ts';
export { customsJobs } from './jobs.ts';
export { customsPrompts, rulesDocument } from './prompts.ts';
export { type RateSnapshots, readRateSnapshots } from './rates/rate-snapshots.ts';
export { hasRateSources } from './rates/rate-sources.ts';
export { refreshRates } from './rates/refresh-rates.ts';
export { customsRoutes, customsStaffRoutes } from './routes.ts';
export { listWaiting as listWaitingRules } from './rule-sets/version-store.ts';
export { seedCustoms } from './seed.ts';
export { importTariff } from './tariffs/import/import-tariff.ts';
export { tariffSources } from './tariffs/read/sources.ts';
export { compareWithInForce as compareTariff } from './tariffs/versions/difference-store.ts';
export {
  discardByOperator as discardTariffByOperator,
  publishByOperator as publishTariffByOperator,
} from './tariffs/versions/publish-tariff.ts';
export {
  listAllTariffs,
  readTariff,
  type TariffVersion,
} from './tariffs/versions/tariff-version-store.ts';
export { importVehicleModels } from './vehicles/import-models.ts';
export { listDatasets as listVehicleDatasets } from './vehicles/vehicle-model-store.ts';
export { vehicleSources } from './vehicles/vehicle-sources.ts';
