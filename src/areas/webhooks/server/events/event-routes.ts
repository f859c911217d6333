import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { eventsVersion } from '#lib/customer-events.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import * as contract from '../../wire/event-types.ts';
import * as message from '../../wire/messages.ts';
import type { Webhooks } from '../webhooks.ts';
import { findBody } from './message-store.ts';

export function eventRoutes(api: Api, { kernel, catalogue, hasWebhooks }: Webhooks): void {
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
  mount(api, message.readWebhookEvent, async ({ db, actor, params }) => {
    const body = isUuid(params.id)
      ? await findBody(db, { id: params.id, accountId: actor.accountId })
      : undefined;
    if (body === undefined) throw apiError(commonErrors.notFound);
    // Events that are older than the field do not have it.
    const { isTestMode } = kernel.config;
    return respond(200, { test_mode: isTestMode, ...JSON.parse(body) });
  });
}
