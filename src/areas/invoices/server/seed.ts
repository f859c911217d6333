import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Invoices } from './invoices-area.ts';
import { issueMissing } from './issue/issue-invoices.ts';
import { findProfile, saveProfile } from './profile/billing-profile-store.ts';

const demoCustomer = 'demo@example.com';

const noAddress = { line1: '', line2: '', postal_code: '', city: '', region: '' };

/** A company outside the EU, of which only the country is known. */
export async function seedCountry(
  tx: Tx,
  company: { accountId: number; name: string; email: string; country: string; now: Date },
): Promise<void> {
  const { accountId, now, ...profile } = company;
  await saveProfile(tx, {
    ...noAddress,
    ...profile,
    account_id: accountId,
    kind: 'company',
    tax_number: '',
    has_no_tax_number: true,
    tax_number_status: 'none',
    tax_checked_at: null,
    tax_consultation: '',
    reference: '',
    mails_invoices: false,
    created_at: now,
    updated_at: now,
  });
}

/** The demo customer's billing profile. Nothing can be charged without one. Idempotent. */
export async function seedProfile({ kernel }: Invoices): Promise<void> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
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
      has_no_tax_number: true,
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
}

/** The invoices of all that was charged. Idempotent. */
export const seedInvoices = (invoices: Invoices): Promise<void> => issueMissing(invoices);
