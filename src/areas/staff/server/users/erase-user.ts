import { eraseAccount, lockAccount, type Origin } from '#areas/accounts/server/index.ts';
import { deleteLeadsBySender } from '#areas/leads/server/index.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { type ErasureReportWire, emailDiffers, ownAccount, wrongStatus } from '../../wire/users.ts';
import type { Staff } from '../staff.ts';
import type { ChangeContext } from './change-users.ts';

export const erasureReport: ErasureReportWire = {
  erased: [
    'Name, company, position, phone number, picture and e-mail address',
    'Sessions, known browsers and the activity log',
    'API keys: all are revoked',
    'Webhook endpoints with their secrets and deliveries',
    'The billing profile for later invoices',
    'Calculations with their shared pages, transcripts, and proxy resources with their credentials',
    'Inquiries sent from this address with their files, within 30 days',
    'Mails to this address, and mails to staff with it as the reply address',
  ],
  kept: [
    {
      what: 'Payments, withdrawals without their destination, receipts and ledger entries, under the account number only',
      why: 'Commercial and tax law requires records for up to ten years.',
    },
    {
      what: 'Invoices and credit notes, with the name and address that they are made out to',
      why: 'Tax law requires them to be kept unchanged for up to ten years.',
    },
    {
      what: 'Support tickets with their messages and files, closed and under the account number only',
      why: 'They document what was requested and agreed while claims are possible.',
    },
    {
      what: 'API calls that counted for the plan, under the account number, with IP address and browser, for 90 days',
      why: 'They document what was charged. Totals without addresses are kept.',
    },
    {
      what: 'The mail about the erasure, and mails to staff that quote a ticket, for 30 days; for 90 if they could not be delivered',
      why: 'They document that a mail was sent, and allow failed ones to be retried.',
    },
    {
      what: 'Requested codes and sign-in attempts of the last day, with the address',
      why: 'Without them the limits against guessing codes would be reset.',
    },
    {
      what: 'Changes to this account by staff, with the address at the time',
      why: 'The audit log documents who accessed and changed data.',
    },
  ],
};

/** The address is entered again as a confirmation. */
export async function eraseUser(
  staff: Staff,
  { actor, audit }: ChangeContext,
  id: number,
  input: { email: string; origin: Origin },
  write: LastWrite<string | null>,
): Promise<ErasureReportWire> {
  if (id === actor.accountId) throw apiError(ownAccount);
  const { clock, mail, storage } = staff.kernel;
  const picture = await write(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account.status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
    if (account.email !== input.email) throw apiError(emailDiffers);
    await deleteLeadsBySender(tx, account.email, clock.now());
    await mail.deleteByAddress(tx, account.email);
    await eraseAccount(staff.accounts, tx, account, input.origin);
    await audit.record(tx, {
      type: 'user',
      id,
      before: { status: account.status },
      after: { status: 'deleted' },
    });
    return account.avatar_key;
  });
  if (picture) await storage.remove(picture);
  return erasureReport;
}
