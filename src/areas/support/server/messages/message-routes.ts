import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/messages.ts';
import type { Support } from '../context.ts';
import * as messages from './messages.ts';

const messagesPerPage = '50';

const toMessagePath = (params: { ticket_uuid: string; uuid: string }) => ({
  ticketId: params.ticket_uuid,
  id: params.uuid,
});

export function messageRoutes(api: Api, support: Support): void {
  mount(api, contract.listMessages, async ({ db, actor, params, query, request }) => {
    const page = toPageRequest({ page_size: query.limit ?? messagesPerPage, ...query });
    const { ticket_uuid } = params;
    const { results, total } = await messages.listMessages(
      support,
      db,
      actor,
      ticket_uuid,
      query,
      page,
    );
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results));
  });
  mount(api, contract.createMessage, async ({ db, params, body, ...by }) =>
    respond(201, await messages.createMessage(support, db, by, params.ticket_uuid, body)),
  );
  mount(api, contract.readMessage, async ({ db, actor, params }) =>
    respond(200, await messages.readMessage(support, db, actor, toMessagePath(params))),
  );
  for (const one of [contract.putMessage, contract.patchMessage] as const)
    mount(api, one, async ({ db, params, body, ...by }) => {
      const edit = { ...toMessagePath(params), ...body };
      return respond(200, await messages.editMessage(support, db, by, edit));
    });
  mount(api, contract.deleteMessage, async ({ db, params, ...by }) => {
    await messages.deleteMessage(support, db, by, toMessagePath(params));
    return respond(204);
  });
}
