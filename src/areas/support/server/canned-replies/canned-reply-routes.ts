import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/canned-replies.ts';
import type { Support } from '../context.ts';
import * as cannedReplies from './canned-replies.ts';

export function cannedReplyRoutes(api: Api, support: Support): void {
  mount(api, contract.listCannedReplies, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) =>
      cannedReplies.listCannedReplies(db, query.search, page),
    ),
  );
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
