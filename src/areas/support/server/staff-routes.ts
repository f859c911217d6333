import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import * as contract from '../contract.ts';
import { listAssignees } from './assignees.ts';
import * as replies from './canned-replies.ts';
import type { Support } from './support.ts';

export function staffRoutes(api: Api, support: Support): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listCannedReplies, async ({ db, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await replies.listCannedReplies(db, query.search, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.createCannedReply, async ({ db, body, ...by }) =>
    respond(201, await replies.createCannedReply(support, db, by, body)),
  );
  mount(api, contract.patchCannedReply, async ({ db, params, body, ...by }) =>
    respond(200, await replies.changeCannedReply(support, db, by, params.id, body)),
  );
  mount(api, contract.deleteCannedReply, async ({ db, params, ...by }) => {
    await replies.deleteCannedReply(db, by, params.id);
    return respond(204);
  });
  mount(api, contract.listTicketAssignees, async ({ db, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listAssignees(db, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
}
