import type { Api } from '#kernel/http/api.ts';
import { mount, type RequestContext, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../../wire/index.ts';
import type { TicketDetailWire } from '../../wire/tickets.ts';
import type { Support } from '../context.ts';
import { listAssignees } from './list-assignees.ts';
import { listTickets, ticketsToCsv } from './list-tickets.ts';
import * as tickets from './manage-tickets.ts';

type NewTicket = RequestContext<typeof contract.createTicket>;

export function ticketRoutes(api: Api, support: Support): void {
  for (const list of [contract.listTickets, contract.listStaffTickets] as const)
    mount(api, list, async ({ db, actor, query, request }) => {
      if (query.format === 'csv') return respondCsv('tickets', ticketsToCsv(support, actor, query));
      return respondPage(api, { query, request }, (page) =>
        listTickets(support, db, actor, query, page),
      );
    });
  const create = async ({ actor, body, lastWrite }: NewTicket) => {
    const write = lastWrite((ticket: TicketDetailWire) => respond(201, ticket));
    return respond(201, await tickets.createTicket(support, actor, body, write));
  };
  mount(api, contract.createTicket, create, [
    ({ priority = 'normal' }) => tickets.assertPriority(priority, 'customer'),
  ]);
  mount(api, contract.readTicket, async ({ db, actor, params }) =>
    respond(200, await tickets.readTicket(support, db, actor, params.uuid)),
  );
  mount(api, contract.putTicket, async ({ db, params, body, ...by }) =>
    respond(200, await tickets.updateTicket(support, db, by, params.uuid, body)),
  );
  mount(api, contract.patchTicket, async ({ db, params, body, ...by }) =>
    respond(200, await tickets.updateTicket(support, db, by, params.uuid, body)),
  );
  mount(api, contract.deleteTicket, async ({ db, params, ...by }) => {
    await tickets.deleteTicket(support, db, by, params.uuid);
    return respond(204);
  });
  mount(api, contract.markTicketRead, async ({ db, actor, params }) =>
    respond(200, await tickets.markTicketRead(support, db, actor, params.uuid)),
  );
  mount(api, contract.rateTicket, async ({ db, actor, params, body }) =>
    respond(200, await tickets.rateTicket(support, db, actor, params.uuid, body)),
  );
  mount(api, contract.listTicketAssignees, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listAssignees(db, page)),
  );
}
