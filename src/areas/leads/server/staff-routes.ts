import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv } from '#kernel/http/responses/csv-response.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readLeadFile } from '../wire/lead-files.ts';
import * as contract from '../wire/staff-leads.ts';
import { changeLeads, mergeLeads } from './bulk-changes.ts';
import { downloadLeadFile } from './lead-files.ts';
import { listAssignees, listStaffLeads, streamStaffLeads } from './list-leads.ts';
import { readStaffLead, replyToLead } from './reply-to-lead.ts';

const columns = [
  'id',
  'status',
  'name',
  'email',
  'is_company',
  'company',
  'company_site',
  'contact_type',
  'contact_value',
  'subject',
  'message',
  'site_url',
  'assigned_to',
  'admin_notes',
  'is_spam',
  'duplicate_of',
  'created_at',
  'reply_due_at',
  'replied_at',
];

export function staffLeadRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.listStaffLeads, async ({ db, actor, query, request }) => {
    if (query.format === 'csv')
      return respondCsv('leads', csvStream(columns, streamStaffLeads(kernel, db, actor, query)));
    return respondPage(api, { query, request }, (page) =>
      listStaffLeads(kernel, db, actor, query, page),
    );
  });
  mount(api, contract.listAssignees, async ({ db }) =>
    respond(200, { people: await listAssignees(db) }),
  );
  mount(api, contract.readStaffLead, async ({ db, params, ...by }) =>
    respond(200, await readStaffLead(kernel, db, by, params.id)),
  );
  mount(api, readLeadFile, async ({ actor, params }) => {
    const { stream, headers } = await downloadLeadFile(kernel, actor, params);
    return respond(200, stream, headers);
  });
  mount(api, contract.replyToLead, async ({ db, params, body, ...by }) =>
    respond(201, await replyToLead(kernel, db, by, params.id, body)),
  );
  mount(api, contract.changeLeads, async ({ body, ...by }) =>
    respond(200, await changeLeads(kernel, by, body)),
  );
  mount(api, contract.mergeLeads, async ({ db, body, ...by }) =>
    respond(200, await mergeLeads(kernel, db, by, body)),
  );
}
