import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/inbound-mail.ts';
import * as mails from '../../wire/stored-mails.ts';
import type { Support } from '../context.ts';
import { inboundSignatureHeader } from './inbound-signature.ts';
import { receiveMail } from './receive-mail.ts';
import { handleUnattachedMail, listUnattached } from './unattached-mails.ts';

export function inboundRoutes(api: Api, support: Support): void {
  mount(api, contract.receiveMail, async ({ raw, request }) => {
    const header = request.headers[inboundSignatureHeader];
    const signature = typeof header === 'string' ? header : undefined;
    return respond(200, await receiveMail(support, raw, signature));
  });
  mount(api, mails.listUnattachedMails, async ({ db, query, request }) => {
    const filter = { reason: query.reason, isHandled: query.handled === 'true' };
    return respondPage(api, { query, request }, (page) =>
      listUnattached(support, db, filter, page),
    );
  });
  mount(api, mails.handleUnattachedMail, async ({ params, body, ...by }) =>
    respond(200, await handleUnattachedMail(support, by, { id: params.id, as: body.as })),
  );
}
