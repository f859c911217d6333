import type { Api } from '#kernel/http/api.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { endpointRoutes } from './endpoints/endpoint-routes.ts';
import { staffEndpointRoutes } from './endpoints/staff-endpoint-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import type { Webhooks } from './webhooks.ts';

export function webhookRoutes(api: Api, webhooks: Webhooks): void {
  endpointRoutes(api, webhooks);
  deliveryRoutes(api, webhooks);
  eventRoutes(api, webhooks);
  staffEndpointRoutes(api, webhooks);
}
