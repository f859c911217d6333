// Asks VIES again about numbers that it has not answered about. Invoices relied on them meanwhile;
// where one turns out to be unknown, a credit note takes the invoice back, and another one with the
// right tax replaces it.
import { mailStaff } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { sendNumberUnknownMail, writeNumberAlert } from '../emails/number-mails.ts';
import type { Invoices } from '../invoices-area.ts';
import type { TaxableCustomer } from '../issue/compose-invoice.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import { findByNumber } from '../issue/invoice-store.ts';
import { findCustomer } from '../issue/issue-invoices.ts';
import * as numberCheckStore from '../issue/number-check-store.ts';
import { reissue } from '../issue/replace-invoice.ts';
import { saveAnswer } from '../profile/billing-profile-store.ts';

type Verdict = numberCheckStore.ViesVerdict;
type Waiting = { accountId: number; taxNumber: string };

const numbersMax = 200;

export async function confirmNumbers(invoices: Invoices): Promise<void> {
  const { kernel, vies } = invoices;
  const { work, clock, log } = kernel;
  if (!vies) return;
  const numbers = await work.read((db) => numberCheckStore.listUnconfirmedNumbers(db, numbersMax));
  for (const taxNumber of numbers) {
    const answer = await vies(taxNumber);
    if (!answer || answer.status === 'unconfirmed') continue;
    const verdict: Verdict = { ...answer, at: clock.now() };
    const accounts = await work.read((db) => numberCheckStore.listWaitingFor(db, taxNumber));
    for (const accountId of accounts)
      await work
        .write((tx) => acceptVerdict(invoices, tx, { accountId, taxNumber }, verdict))
        .catch((err) =>
          log.error({ account: accountId, err }, 'an answer of VIES was not applied'),
        );
  }
}

async function acceptVerdict(
  invoices: Invoices,
  tx: Tx,
  { accountId, taxNumber }: Waiting,
  verdict: Verdict,
): Promise<void> {
  const profile = { account_id: accountId, tax_number: taxNumber };
  const isInProfile = await saveAnswer(tx, profile, verdict);
  const relying = await numberCheckStore.answerChecks(tx, { accountId, taxNumber }, verdict);
  if (verdict.status === 'registered') return;
  const replaced: { old: InvoiceRow; row: InvoiceRow }[] = [];
  for (const number of relying) {
    const old = (await findByNumber(tx, number))!;
    const row = await replaceUnknown(invoices, tx, old, taxNumber);
    if (row) replaced.push({ old, row });
  }
  if (!isInProfile && replaced.length === 0) return;
  await sendNumberUnknownMail(invoices, tx, { accountId, taxNumber, replaced });
  if (replaced.length > 0)
    await mailStaff(
      invoices.kernel,
      tx,
      'finance',
      writeNumberAlert(invoices, taxNumber, replaced),
    );
}

/** By today's profile, which may have another number; otherwise as it was issued. */
async function replaceUnknown(
  invoices: Invoices,
  tx: Tx,
  old: InvoiceRow,
  taxNumber: string,
): Promise<InvoiceRow | undefined> {
  const before = old.content.customer as TaxableCustomer;
  const customer = (await findCustomer(tx, old.account_id)) ?? {
    ...before,
    tax_number_status: 'unknown' as const,
  };
  const reason = `VIES does not know the VAT number ${taxNumber}.`;
  return reissue(invoices, tx, old, { customer, reason });
}
