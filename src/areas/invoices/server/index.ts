// What app.ts and staff use of invoices.
import type { Tx } from '#kernel/database/database.ts';
import { deleteProfile, findProfile } from './profile/billing-profile-store.ts';

export { createInvoices, type Invoices } from './invoices-area.ts';
export { listAccountInvoices, searchInvoices } from './issue/read-invoices.ts';
export { invoiceJobs, issueSoon } from './jobs.ts';
export { invoiceAreaRoutes } from './routes.ts';
export { seedInvoices } from './seed.ts';
export { findProfile };

/** Invoices stay: the law requires them to be kept. */
export const deleteAccountProfile = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  deleteProfile(tx, accountId);
