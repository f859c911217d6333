import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../contract.ts';
import { keepUpload, openAttachment } from './attachments.ts';
import { inboundSignatureHeader } from './inbound-signature.ts';
import * as messages from './messages.ts';
import { receiveMail } from './receive-mail.ts';
import type { Support } from './support.ts';

const messagesPerPage = '50';

export function messageRoutes(api: Api, support: Support): void {
  mount(api, contract.listMessages, async ({ actor, params, query, request }) => {
    const page = pageRequestOf({ page_size: query.limit ?? messagesPerPage, ...query });
    const { ticket_uuid } = params;
    const found = await messages.listMessages(support, actor, ticket_uuid, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, found.total, found.results));
  });
  mount(api, contract.createMessage, async ({ actor, audit, params, body }) => {
    const by = { actor, audit };
    return answer(201, await messages.writeMessage(support, by, params.ticket_uuid, body));
  });
  mount(api, contract.readMessage, async ({ actor, params }) =>
    answer(200, await messages.readMessage(support, actor, params.ticket_uuid, params.uuid)),
  );
  for (const one of [contract.putMessage, contract.patchMessage] as const)
    mount(api, one, async ({ actor, audit, params, body }) => {
      const at = { ticketId: params.ticket_uuid, id: params.uuid };
      return answer(200, await messages.editMessage(support, { actor, audit }, { ...at, ...body }));
    });
  mount(api, contract.deleteMessage, async ({ actor, audit, params }) => {
    const at = { ticketId: params.ticket_uuid, id: params.uuid };
    await messages.deleteMessage(support, { actor, audit }, at);
    return answer(204);
  });
  attachmentRoutes(api, support);
}

function attachmentRoutes(api: Api, support: Support): void {
  mount(api, contract.uploadAttachment, async ({ actor, files, fileNames }) => {
    const given = { bytes: files.file, name: fileNames.file };
    return answer(201, await keepUpload(support, actor.accountId, given));
  });
  mount(api, contract.readAttachment, async ({ params, query }) => {
    const { expires = '', signature = '' } = query;
    const { stream, headers } = await openAttachment(support, params.id, { expires, signature });
    return answer(200, stream, headers);
  });
  mount(api, contract.receiveMail, async ({ raw, request }) => {
    const header = request.headers[inboundSignatureHeader];
    const signature = typeof header === 'string' ? header : undefined;
    return answer(200, await receiveMail(support, raw, signature));
  });
}
