import type { Api } from '#kernel/http/api.ts';
import type { Invoices } from './invoices-area.ts';
import { invoiceRoutes } from './issue/invoice-routes.ts';
import { staffInvoiceRoutes } from './issue/staff-invoice-routes.ts';
import { profileRoutes } from './profile/profile-routes.ts';

export function invoiceAreaRoutes(api: Api, invoices: Invoices): void {
  profileRoutes(api, invoices);
  invoiceRoutes(api, invoices);
  staffInvoiceRoutes(api, invoices);
}
