import { proposeCredit } from '#areas/payments/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/staff-invoices.ts';
import { exportInvoices } from '../exports/export-invoices.ts';
import type { Invoices } from '../invoices-area.ts';
import { findVisible, listAll, readForStaff, serializeForStaff } from './read-invoices.ts';
import { replaceInvoice } from './replace-invoice.ts';

export function staffInvoiceRoutes(api: Api, invoices: Invoices): void {
  const { config } = invoices.kernel;
  mount(api, contract.listAllInvoices, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listAll(invoices, db, query, page)),
  );
  mount(api, contract.exportInvoices, ({ query }) => {
    const { fileName, stream } = exportInvoices(invoices, query);
    return respond(200, stream, { 'content-disposition': `attachment; filename="${fileName}"` });
  });
  mount(api, contract.readStaffInvoice, async ({ db, actor, params }) =>
    respond(200, await readForStaff(invoices, db, actor, params.number)),
  );
  mount(api, contract.replaceInvoice, async ({ db, audit, params, body }) => {
    const row = await replaceInvoice(invoices, db, audit, { ...params, ...body });
    return respond(201, await serializeForStaff(config, db, row));
  });
  mount(api, contract.creditInvoice, async ({ db, params, body, actor, audit }) => {
    const row = await findVisible(db, actor, params.number);
    const proposal = { ...body, chargeId: row.charge_id };
    const result =
      row.kind === 'invoice'
        ? await proposeCredit(invoices.payments, db, { actor, audit }, proposal)
        : 'nothing_left';
    if (result === 'nothing_left') throw apiError(contract.notCreditable);
    if (result === 'pending') throw apiError(contract.creditPending);
    return respond(202, { adjustment: result.uuid });
  });
}
