import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { eventsVersion } from '#lib/customer-events.ts';
import * as contract from '../../wire/event-types.ts';
import type { Webhooks } from '../webhooks.ts';

export function eventTypeRoutes(api: Api, { kernel, catalogue, hasWebhooks }: Webhooks): void {
  const results = catalogue.map(({ area, event }) => ({
    type: event.type,
    area,
    summary: event.summary,
    description: event.description,
    example: event.example,
  }));
  mount(api, contract.listWebhookEventTypes, async ({ db, actor }) =>
    respond(200, {
      api_version: eventsVersion,
      is_included: await hasWebhooks(db, actor.accountId, kernel.clock.now()),
      results,
    }),
  );
}
