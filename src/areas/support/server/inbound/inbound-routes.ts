import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
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
    const page = toPageRequest(query);
    const filter = { reason: query.reason, isHandled: query.handled === 'true' };
    const { results, total } = await listUnattached(support, db, filter, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, results));
  });
  mount(api, mails.handleUnattachedMail, async ({ params, body, ...by }) =>
    respond(200, await handleUnattachedMail(support, by, { id: params.id, as: body.as })),
  );
}
