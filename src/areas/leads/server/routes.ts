import type { Api } from '#server/http/api.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { Kernel } from '#server/kernel.ts';
import * as contract from '../contract.ts';
import { changeLead, createLead, deleteLead, listLeads, readLead } from './manage-leads.ts';
import { staffLeadRoutes } from './staff-routes.ts';
import { submitLead } from './submit-lead.ts';

const received = {
  success: true,
  message: "Message sent successfully! We'll get back to you soon.",
} as const;

export function leadRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.submitLead, async ({ actor, body, request }) => {
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 500);
    const lead_id = await submitLead(
      kernel,
      { actor, ip: clientAddress(request), userAgent },
      body,
    );
    return answer(201, { ...received, lead_id });
  });
  mount(api, contract.listLeads, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listLeads(kernel, actor, query, page);
    const origin = { siteUrl: kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, total, results));
  });
  mount(api, contract.createLead, async ({ body, ...by }) =>
    answer(201, await createLead(kernel, by, body)),
  );
  mount(api, contract.readLead, async ({ actor, params }) =>
    answer(200, await readLead(kernel, actor, params.id)),
  );
  mount(api, contract.putLead, async ({ params, body, ...by }) =>
    answer(200, await changeLead(kernel, by, params.id, body)),
  );
  mount(api, contract.patchLead, async ({ params, body, ...by }) =>
    answer(200, await changeLead(kernel, by, params.id, body)),
  );
  mount(api, contract.deleteLead, async ({ params, ...by }) => {
    await deleteLead(kernel, by, params.id);
    return answer(204);
  });
  staffLeadRoutes(api, kernel);
}
