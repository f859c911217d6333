import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { documentResponse } from '#kernel/http/responses/document-response.ts';
import * as contract from '../../wire/invoices.ts';
import { writePdf } from '../documents/write-pdf.ts';
import { writeXml } from '../documents/write-xml.ts';
import type { Invoices } from '../invoices-area.ts';
import { findVisible, listOwn, readOwn } from './read-invoices.ts';

export function invoiceRoutes(api: Api, invoices: Invoices): void {
  const { work } = invoices.kernel;
  mount(api, contract.listInvoices, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listOwn(db, actor, query, page)),
  );
  mount(api, contract.readInvoice, async ({ db, actor, params }) =>
    respond(200, await readOwn(db, actor, params.number)),
  );
  mount(api, contract.readInvoicePdf, async ({ actor, params, request }) => {
    const row = await work.read((db) => findVisible(db, actor, params.number));
    return documentResponse(writePdf(invoices, row), request.headers);
  });
  mount(api, contract.readInvoiceXml, async ({ actor, params, request }) => {
    const row = await work.read((db) => findVisible(db, actor, params.number));
    return documentResponse(writeXml(invoices, row), request.headers);
  });
}
