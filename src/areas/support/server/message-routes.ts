import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../contract.ts';
import { isSupport } from './access.ts';
import { keepUpload, openAttachment } from './attachments.ts';
import { inboundSignatureHeader } from './inbound-signature.ts';
import * as messages from './messages.ts';
import { receiveMail } from './receive-mail.ts';
import type { Support } from './support.ts';

const messagesPerPage = '50';

const placeOf = (params: { ticket_uuid: string; uuid: string }) => ({
  ticketId: params.ticket_uuid,
  id: params.uuid,
});

export function messageRoutes(api: Api, support: Support): void {
  mount(api, contract.listMessages, async ({ db, actor, params, query, request }) => {
    const page = pageRequestOf({ page_size: query.limit ?? messagesPerPage, ...query });
    const { ticket_uuid } = params;
    const found = await messages.listMessages(support, db, actor, ticket_uuid, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, found.total, found.results));
  });
  mount(api, contract.createMessage, async ({ db, params, body, ...by }) =>
    respond(201, await messages.writeMessage(support, db, by, params.ticket_uuid, body)),
  );
  mount(api, contract.readMessage, async ({ db, actor, params }) =>
    respond(200, await messages.readMessage(support, db, actor, placeOf(params))),
  );
  for (const one of [contract.putMessage, contract.patchMessage] as const)
    mount(api, one, async ({ db, params, body, ...by }) => {
      const edit = { ...placeOf(params), ...body };
      return respond(200, await messages.editMessage(support, db, by, edit));
    });
  mount(api, contract.deleteMessage, async ({ db, params, ...by }) => {
    await messages.deleteMessage(support, db, by, placeOf(params));
    return respond(204);
  });
  attachmentRoutes(api, support);
}

function attachmentRoutes(api: Api, support: Support): void {
  mount(api, contract.uploadAttachment, async ({ actor, files, fileNames }) => {
    const side = isSupport(actor) ? 'staff' : 'customer';
    const given = { bytes: files.file, name: fileNames.file };
    return respond(201, await keepUpload(support, { accountId: actor.accountId, side }, given));
  });
  mount(api, contract.readAttachment, async ({ params, query }) => {
    const { expires = '', signature = '' } = query;
    const { stream, headers } = await openAttachment(support, params.id, { expires, signature });
    return respond(200, stream, headers);
  });
  mount(api, contract.receiveMail, async ({ raw, request }) => {
    const header = request.headers[inboundSignatureHeader];
    const signature = typeof header === 'string' ? header : undefined;
    return respond(200, await receiveMail(support, raw, signature));
  });
}
