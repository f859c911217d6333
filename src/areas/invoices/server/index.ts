// What app.ts and staff use of invoices.
import type { Db, Tx } from '#kernel/database/database.ts';
import { deleteProfile, findProfile } from './profile/billing-profile-store.ts';

export { createInvoices, type Invoices } from './invoices-area.ts';
export { issueSoon } from './issue/issue-soon.ts';
export { listAccountInvoices, searchInvoices } from './issue/read-invoices.ts';
export { invoiceJobs } from './jobs.ts';
export { invoiceAreaRoutes } from './routes.ts';
export { seedCountry, seedInvoices, seedProfile } from './seed.ts';
export { findProfile };

/** Whether the country is known in which an account's charges are taxed. */
export const hasBillingCountry = async (db: Db, accountId: number): Promise<boolean> =>
  (await findProfile(db, accountId)) !== undefined;

/** Invoices stay: the law requires them to be kept. */
export const deleteAccountProfile = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  deleteProfile(tx, accountId);
