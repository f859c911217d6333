import type { Api } from '#kernel/http/api.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { uploadLeadFile } from '../wire/lead-files.ts';
import * as contract from '../wire/leads.ts';
import { saveFile } from './lead-files.ts';
import { listLeads } from './list-leads.ts';
import { changeLead, createLead, deleteLead, readLead } from './manage-leads.ts';
import { staffLeadRoutes } from './staff-routes.ts';
import { submitLead } from './submit-lead.ts';

const received = {
  success: true,
  message: "Message sent successfully! We'll get back to you soon.",
} as const;

export function leadRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.submitLead, async ({ db, actor, body, request }) => {
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 500);
    const sender = { actor, ip: clientAddress(request), userAgent };
    const lead_id = await submitLead(kernel, db, sender, body);
    return respond(201, { ...received, lead_id });
  });
  mount(api, uploadLeadFile, async ({ files, fileNames, request }) => {
    const file = { bytes: files.file, name: fileNames.file };
    return respond(201, await saveFile(kernel, clientAddress(request), file));
  });
  mount(api, contract.listLeads, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listLeads(kernel, db, actor, query, page)),
  );
  mount(api, contract.createLead, async ({ db, body, ...by }) =>
    respond(201, await createLead(kernel, db, by, body)),
  );
  mount(api, contract.readLead, async ({ db, actor, params }) =>
    respond(200, await readLead(kernel, db, actor, params.id)),
  );
  mount(api, contract.putLead, async ({ db, params, body, ...by }) =>
    respond(
      200,
      await changeLead(db, by, { id: params.id, changes: body, now: kernel.clock.now() }),
    ),
  );
  mount(api, contract.patchLead, async ({ db, params, body, ...by }) =>
    respond(
      200,
      await changeLead(db, by, { id: params.id, changes: body, now: kernel.clock.now() }),
    ),
  );
  mount(api, contract.deleteLead, async ({ db, params, ...by }) => {
    await deleteLead(kernel, db, by, params.id);
    return respond(204);
  });
  staffLeadRoutes(api, kernel);
}
