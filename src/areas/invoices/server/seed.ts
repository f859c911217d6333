import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Invoices } from './invoices-area.ts';
import { issueMissing } from './issue/issue-invoices.ts';
import { findProfile, saveProfile } from './profile/billing-profile-store.ts';

const demoCustomer = 'demo@example.com';

/** The demo customer's billing profile, and the invoices of all that was charged. Idempotent. */
export async function seedInvoices(invoices: Invoices): Promise<void> {
  const { work, clock } = invoices.kernel;
  const now = clock.now();
  await work.write(async (tx) => {
    const account = await findAccountByEmail(tx, demoCustomer);
    if (!account || (await findProfile(tx, account.id))) return;
    await saveProfile(tx, {
      account_id: account.id,
      kind: 'company',
      name: 'Example Analytics SARL',
      line1: '1 rue de l’Exemple',
      line2: '',
      postal_code: '75001',
      city: 'Paris',
      region: '',
      country: 'FR',
      tax_number: '',
      tax_number_status: 'none',
      tax_checked_at: null,
      tax_consultation: '',
      email: demoCustomer,
      reference: 'PO-2026-117',
      mails_invoices: true,
      created_at: now,
      updated_at: now,
    });
  });
  await issueMissing(invoices);
}
