// What a person may ask of us about their data: a copy of it, and its end.
import {
  eraseAccount,
  findAccountToChange,
  personalDataOf,
  readRolesOf,
} from '#areas/accounts/server/index.ts';
import { listKeysOf, listPlansOf } from '#areas/billing/server/index.ts';
import { listCalculations, listSavedCodes } from '#areas/customs/server/index.ts';
import { forgetSender, listLeadsOf } from '#areas/leads/server/index.ts';
import { listRecentPayments, listRecentTransactions } from '#areas/payments/server/index.ts';
import { listResources } from '#areas/proxy/server/index.ts';
import { listTranscripts, readTranscript } from '#areas/speech/server/index.ts';
import { listMessages, listTickets } from '#areas/support/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { type ErasureReportWire, emailDiffers, ownAccount, wrongStatus } from '../contract.ts';
import type { By } from './change-users.ts';
import { findUser } from './show-users.ts';
import type { Staff } from './staff.ts';

/** All calculations of an account: there are two kinds, each with a history of its own. */
const rowsMax = budgets.savedCalculationsPerAccount + 2 * budgets.historyPerAccount;
/** How long the files of a copy can be fetched, for whoever holds the copy. */
const filesDays = 30;
type Origin = Parameters<typeof eraseAccount>[3];

/** JSON for the person; what they wrote and what is kept about them, by area. */
export async function exportUser(staff: Staff, { audit }: By, id: number): Promise<Buffer> {
  const { work } = staff.kernel;
  const copy = await work.read((db) => gather(staff, db, id));
  await work.write((tx) => audit.note(tx, { type: 'user', id }));
  return Buffer.from(JSON.stringify(copy, hideOurs, 2));
}

async function gather(staff: Staff, db: Db, id: number) {
  const { kernel, accounts, keys, payments, proxy, subscriptions } = staff;
  const person = ownerOf(id);
  const account = await findUser(db, id);
  const now = kernel.clock.now();
  const filesUntil = new Date(now.getTime() + filesDays * 86_400_000);
  return {
    made_at: now.toISOString(),
    files_until: filesUntil.toISOString(),
    account: await personalDataOf(accounts, db, account),
    roles: await readRolesOf(db, id),
    inquiries: await listLeadsOf(db, { accountId: id, email: account.email }),
    api_keys: await listKeysOf(keys, db, id, rowsMax),
    subscriptions: await listPlansOf(subscriptions, db, id, rowsMax),
    payments: await listRecentPayments(db, id, rowsMax),
    transactions: await listRecentTransactions(payments, db, id, rowsMax),
    tickets: await listCorrespondence(staff, db, person, filesUntil),
    calculations: await listEveryCalculation(staff, id),
    tariff_codes: await listSavedCodes(db, id),
    transcripts: await listEveryTranscript(staff, person),
    proxy_resources: (await listResources(proxy, db, person, {}, everything)).results,
  };
}

const everything = { page: 1, pageSize: rowsMax, offset: 0 };
const ownerOf = (accountId: number): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'session',
});

/**
 * Tickets and what was written in them, as the person sees it: without notes of support's. Files
 * are addresses that need no account, and work until `filesUntil`.
 */
async function listCorrespondence(
  { kernel, support }: Staff,
  db: Db,
  person: Actor,
  filesUntil: Date,
) {
  const addressOf = ({ id, url }: { id: string; url: string }) => {
    const { pathname: path } = new URL(url, kernel.config.SITE_URL);
    const signed = support.urlSigner.signFileUrl({ path, objectId: id, expiresAt: filesUntil });
    return new URL(signed, kernel.config.SITE_URL).href;
  };
  const { results } = await listTickets(support, db, person, {}, everything);
  return oneByOne(results, async (ticket) => {
    const messages = await listMessages(support, db, person, ticket.uuid, {}, everything);
    return {
      ...ticket,
      messages: messages.results.map(({ attachments, ...message }) => ({
        ...message,
        attachments: attachments.map((file) => ({ ...file, url: addressOf(file) })),
      })),
    };
  });
}

/** Of both kinds. The link to the paper would be dead before the copy is read. */
async function listEveryCalculation({ customs }: Staff, accountId: number) {
  const { results } = await customs.kernel.work.replica((db) =>
    listCalculations(customs, db, { accountId }, everything),
  );
  return results.map(({ pdf_url: _, ...calculation }) => calculation);
}

async function listEveryTranscript({ speech }: Staff, person: Actor) {
  const { work } = speech.kernel;
  const { results } = await work.read((db) => listTranscripts(db, person, everything));
  return oneByOne(results, ({ id }) => work.read((db) => readTranscript(db, person, id)));
}

/** Thousands of questions at once would keep everybody else from the database. */
async function oneByOne<T, R>(list: readonly T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (const one of list) found.push(await read(one));
  return found;
}

/** Hashes, indexes and notes of ours are no data of the person's. */
const ours = new Set(['message_hash', 'words', 'admin_notes', 'assigned_to', 'spam_reason']);
const hideOurs = (name: string, value: unknown) => (ours.has(name) ? undefined : value);

export const erasureReport: ErasureReportWire = {
  erased: [
    'Name, company, position, phone number, picture and e-mail address',
    'Sessions, known browsers and the activity log',
    'API keys: all are revoked',
    'Calculations with their shared pages, transcripts, and proxy resources with their credentials',
    'Inquiries sent from this address, within 30 days',
    'Mails to this address, and mails to staff that are answered to it',
  ],
  kept: [
    {
      what: 'Payments, receipts and ledger entries, under the account’s number alone',
      why: 'Commercial and tax law has books kept for up to ten years.',
    },
    {
      what: 'Support tickets with their messages and files, closed and under the number alone',
      why: 'They prove what was asked and agreed while claims may still be raised.',
    },
    {
      what: 'Calls that counted for the plan, under the number, with network address and browser, for 90 days',
      why: 'They prove what was charged. Sums without addresses stay.',
    },
    {
      what: 'The mail that tells of the erasure, and mails to staff that quote a ticket, for 30 days; for 90 where they could not be delivered',
      why: 'They prove that a mail was sent, and let one that failed be sent again.',
    },
    {
      what: 'Codes asked for and tries to sign in of the last day, with the address',
      why: 'Without them the limits against guessing codes would start anew.',
    },
    {
      what: 'What staff did about this account, with the address as it was',
      why: 'The audit log is the proof of who saw and changed data.',
    },
  ],
};

/** The address is typed once more, so that nobody is erased in another's place. */
export async function eraseUser(
  staff: Staff,
  { actor, audit }: By,
  id: number,
  input: { email: string; origin: Origin },
): Promise<ErasureReportWire> {
  if (id === actor.accountId) throw apiError(ownAccount);
  const { work, clock, mail, storage } = staff.kernel;
  const picture = await work.write(async (tx) => {
    const account = await findAccountToChange(tx, id);
    if (account.status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
    if (account.email !== input.email) throw apiError(emailDiffers);
    await forgetSender(tx, account.email, clock.now());
    await mail.forget(tx, account.email);
    await eraseAccount(staff.accounts, tx, account, input.origin);
    await audit.note(tx, {
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
