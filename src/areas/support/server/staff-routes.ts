import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../contract.ts';
import { listAssignees } from './assignees.ts';
import * as replies from './canned-replies.ts';
import type { Support } from './support.ts';

export function staffRoutes(api: Api, support: Support): void {
  const siteUrl = api.kernel.config.SITE_URL;
  mount(api, contract.listCannedReplies, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await replies.listCannedReplies(support, query.search, page);
    return answer(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.createCannedReply, async ({ actor, audit, body }) =>
    answer(201, await replies.createCannedReply(support, { actor, audit }, body)),
  );
  mount(api, contract.patchCannedReply, async ({ actor, audit, params, body }) =>
    answer(200, await replies.changeCannedReply(support, { actor, audit }, params.id, body)),
  );
  mount(api, contract.deleteCannedReply, async ({ actor, audit, params }) => {
    await replies.deleteCannedReply(support, { actor, audit }, params.id);
    return answer(204);
  });
  mount(api, contract.listTicketAssignees, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listAssignees(support, page);
    return answer(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
}
