import type { Api } from '#kernel/http/api.ts';
import { calculationRoutes } from './calculations/calculation-routes.ts';
import { calculationStaffRoutes } from './calculations/staff-calculation-routes.ts';
import type { Customs } from './customs.ts';
import { hsCodeRoutes } from './hs-codes/hs-code-routes.ts';
import { rateRoutes } from './rates/rate-routes.ts';
import { ruleSetRoutes, ruleSetStaffRoutes } from './rule-sets/rule-set-routes.ts';

export function customsRoutes(api: Api, customs: Customs): void {
  calculationRoutes(api, customs);
  rateRoutes(api, customs);
  ruleSetRoutes(api, customs);
  hsCodeRoutes(api, customs);
}

export function customsStaffRoutes(api: Api, customs: Customs): void {
  ruleSetStaffRoutes(api, customs);
  calculationStaffRoutes(api, customs);
}
