import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/canned-replies.ts';
import type { Support } from '../context.ts';
import * as cannedReplies from './canned-replies.ts';

export function cannedReplyRoutes(api: Api, support: Support): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listCannedReplies, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { results, total } = await cannedReplies.listCannedReplies(db, query.search, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.createCannedReply, async ({ db, body, ...by }) =>
    respond(201, await cannedReplies.createCannedReply(support, db, by, body)),
  );
  mount(api, contract.patchCannedReply, async ({ db, params, body, ...by }) =>
    respond(200, await cannedReplies.updateCannedReply(support, db, by, params.id, body)),
  );
  mount(api, contract.deleteCannedReply, async ({ db, params, ...by }) => {
    await cannedReplies.deleteCannedReply(db, by, params.id);
    return respond(204);
  });
}
