// The billing profile: saved by its owner, with the answer of VIES about its tax number.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import type { BillingProfileBody } from '../../wire/billing-profile.form.ts';
import { type BillingProfileWire, billingProfileInUse } from '../../wire/billing-profile.ts';
import { parseTaxNumber } from '../../wire/tax-numbers.form.ts';
import type { Invoices } from '../invoices-area.ts';
import { hasInvoices } from '../issue/invoice-store.ts';
import { issueSoon } from '../issue/issue-soon.ts';
import { isWaiting } from '../issue/waiting-store.ts';
import type { ViesAnswer } from '../vies/vies.ts';
import {
  type BillingProfileRow,
  deleteProfile,
  findProfile,
  saveProfile,
} from './billing-profile-store.ts';
import { serializeProfile } from './serialize-profile.ts';

export async function readProfile(
  db: Db,
  { accountId }: Actor,
): Promise<BillingProfileWire | undefined> {
  const row = await findProfile(db, accountId);
  return row && serializeProfile(row);
}

type TaxCheck = Pick<
  BillingProfileRow,
  'tax_number_status' | 'tax_checked_at' | 'tax_consultation'
>;
const unchecked = { tax_checked_at: null, tax_consultation: '' };

/** VIES is asked before the transaction, and only about another number than before. */
export async function putProfile(
  invoices: Invoices,
  { accountId }: Actor,
  body: BillingProfileBody,
  write: LastWrite<BillingProfileWire>,
): Promise<BillingProfileWire> {
  const { clock, work } = invoices.kernel;
  const number = body.tax_number && parseTaxNumber(body.country, body.tax_number)!;
  const before = await work.read((db) => findProfile(db, accountId));
  const isKnown = before?.tax_number === number && before.tax_number_status !== 'unconfirmed';
  const check = isKnown ? readCheck(before) : await checkNumber(invoices, number);
  const now = clock.now();
  return write(async (tx) => {
    const row = await saveProfile(tx, {
      ...body,
      ...check,
      account_id: accountId,
      tax_number: number,
      has_no_tax_number: body.kind === 'company' && body.has_no_tax_number,
      created_at: now,
      updated_at: now,
    });
    if (await isWaiting(tx, accountId)) await issueSoon(invoices)(tx);
    return serializeProfile(row);
  });
}

/** Throws billing_profile_in_use: what is charged later is taxed by the country in it. */
export async function removeProfile(tx: Tx, { accountId }: Actor): Promise<void> {
  if (await hasInvoices(tx, accountId)) throw apiError(billingProfileInUse);
  await deleteProfile(tx, accountId);
}

const readCheck = ({
  tax_number_status,
  tax_checked_at,
  tax_consultation,
}: BillingProfileRow): TaxCheck => ({ tax_number_status, tax_checked_at, tax_consultation });

async function checkNumber({ kernel, vies }: Invoices, number: string): Promise<TaxCheck> {
  if (number === '') return { tax_number_status: 'none', ...unchecked };
  const answer = await vies?.(number);
  if (!answer) return { tax_number_status: 'format', ...unchecked };
  return {
    tax_number_status: answer.status,
    tax_checked_at: kernel.clock.now(),
    tax_consultation: readConsultation(answer),
  };
}

const readConsultation = (answer: ViesAnswer): string =>
  answer.status === 'unconfirmed' ? '' : answer.consultation;
