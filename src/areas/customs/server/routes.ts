import type { Api } from '#kernel/http/api.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import { calculationRoutes, calculationStaffRoutes } from './calculations/calculation-routes.ts';
import type { Customs } from './customs.ts';
import { embedRoutes } from './embed/embed-routes.ts';
import { hsCodeRoutes } from './hs-codes/hs-code-routes.ts';
import { rateRoutes } from './rates/rate-routes.ts';
import { recalculationRoutes } from './recalculations/recalculation-routes.ts';
import { ruleSetRoutes, ruleSetStaffRoutes } from './rule-sets/rule-set-routes.ts';
import { tariffRoutes, tariffStaffRoutes } from './tariffs/tariff-routes.ts';
import { vehicleRoutes } from './vehicles/vehicle-routes.ts';

export function customsRoutes(api: Api, customs: Customs): void {
  calculationRoutes(api, customs);
  batchRoutes(api, customs);
  embedRoutes(api, customs);
  recalculationRoutes(api);
  vehicleRoutes(api, customs);
  rateRoutes(api, customs);
  ruleSetRoutes(api, customs);
  hsCodeRoutes(api, customs);
  tariffRoutes(api, customs);
}

export function customsStaffRoutes(api: Api, customs: Customs): void {
  ruleSetStaffRoutes(api, customs);
  tariffStaffRoutes(api, customs);
  calculationStaffRoutes(api, customs);
}
