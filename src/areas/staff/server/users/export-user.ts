// A copy of all personal data of an account.
import { exportAccount, listRoles } from '#areas/accounts/server/index.ts';
import { listAccountKeys, listAccountSubscriptions } from '#areas/billing/server/index.ts';
import { listCalculations, listSavedCodes } from '#areas/customs/server/index.ts';
import { findProfile, listAccountInvoices } from '#areas/invoices/server/index.ts';
import { exportLeads } from '#areas/leads/server/index.ts';
import { listRecentPayments, listRecentTransactions } from '#areas/payments/server/index.ts';
import { listResources } from '#areas/proxy/server/index.ts';
import { listTranscripts, readTranscript } from '#areas/speech/server/index.ts';
import { listMessages, listTickets } from '#areas/support/server/index.ts';
import { listAccountEndpoints } from '#areas/webhooks/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs } from '#lib/durations.ts';
import type { Staff } from '../staff.ts';
import type { ChangeContext } from './change-users.ts';
import { findUser } from './read-user.ts';

/** At least all calculations of an account: saved ones, and the history of both kinds. */
const rowsMax = budgets.savedCalculationsPerAccount + 2 * budgets.historyPerAccount;
/** The links to files work for anyone who has the copy. */
const filesDays = 30;

/** JSON for the person, by area. */
export async function exportUser(
  staff: Staff,
  { audit }: ChangeContext,
  id: number,
): Promise<Buffer> {
  const { work } = staff.kernel;
  const copy = await work.read((db) => collectUserData(staff, db, id));
  await work.write((tx) => audit.record(tx, { type: 'user', id }));
  return Buffer.from(JSON.stringify(copy, omitInternalFields, 2));
}

async function collectUserData(staff: Staff, db: Db, id: number) {
  const { kernel, accounts, keys, payments, proxy, subscriptions } = staff;
  const person = createOwner(id);
  const account = await findUser(db, id);
  const now = kernel.clock.now();
  const filesExpireAt = new Date(now.getTime() + filesDays * dayMs);
  return {
    made_at: now.toISOString(),
    files_until: filesExpireAt.toISOString(),
    account: await exportAccount(accounts, db, account),
    roles: await listRoles(db, id),
    inquiries: await exportLeads(
      kernel,
      db,
      { accountId: id, email: account.email },
      filesExpireAt,
    ),
    api_keys: await listAccountKeys(keys, db, id, rowsMax),
    subscriptions: await listAccountSubscriptions(subscriptions, db, id, rowsMax),
    payments: await listRecentPayments(db, id, rowsMax),
    transactions: await listRecentTransactions(payments, db, id, rowsMax),
    billing_profile: (await findProfile(db, id)) ?? null,
    invoices: await listAccountInvoices(db, id, rowsMax),
    tickets: await listTicketsWithMessages(staff, db, person, filesExpireAt),
    calculations: await listEveryCalculation(staff, id),
    tariff_codes: await listSavedCodes(db, id),
    transcripts: await listEveryTranscript(staff, person),
    webhook_endpoints: await listAccountEndpoints(staff.webhooks, db, id),
    proxy_resources: (await listResources(proxy, db, person, {}, allRows)).rows,
  };
}

const allRows = { page: 1, pageSize: rowsMax, offset: 0 };
const createOwner = (accountId: number): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'session',
});

/**
 * Tickets with their messages as the customer sees them, without internal notes. Files are signed
 * URLs, valid until `filesExpireAt`.
 */
async function listTicketsWithMessages(
  { kernel, support }: Staff,
  db: Db,
  person: Actor,
  filesUntil: Date,
) {
  const signUrl = ({ id, url }: { id: string; url: string }) => {
    const { pathname: path } = new URL(url, kernel.config.SITE_URL);
    const signed = support.urlSigner.signFileUrl({ path, objectId: id, expiresAt: filesUntil });
    return new URL(signed, kernel.config.SITE_URL).href;
  };
  const { rows } = await listTickets(support, db, person, {}, allRows);
  return mapSequentially(rows, async (ticket) => {
    const messages = await listMessages(support, db, person, ticket.uuid, {}, allRows);
    return {
      ...ticket,
      messages: messages.results.map(({ attachments, ...message }) => ({
        ...message,
        attachments: attachments.map((file) => ({ ...file, url: signUrl(file) })),
      })),
    };
  });
}

/** Of both kinds, without the link to the PDF, which expires soon. */
async function listEveryCalculation({ customs }: Staff, accountId: number) {
  const { rows } = await customs.kernel.work.replica((db) =>
    listCalculations(customs, db, { accountId }, allRows),
  );
  return rows.map(({ pdf_url: _, ...calculation }) => calculation);
}

async function listEveryTranscript({ speech }: Staff, person: Actor) {
  const { work } = speech.kernel;
  const { rows } = await work.read((db) => listTranscripts(db, person, allRows));
  return mapSequentially(rows, ({ id }) => work.read((db) => readTranscript(db, person, id)));
}

/** Thousands of concurrent queries would block the database for other callers. */
async function mapSequentially<T, R>(
  list: readonly T[],
  read: (one: T) => Promise<R>,
): Promise<R[]> {
  const found: R[] = [];
  for (const one of list) found.push(await read(one));
  return found;
}

/** Hashes, indexes, the times of spoken words and internal notes are not personal data. */
const internalFields = new Set([
  'message_hash',
  'search_vector',
  'words',
  'admin_notes',
  'assigned_to',
  'spam_reason',
]);
const omitInternalFields = (name: string, value: unknown) =>
  internalFields.has(name) ? undefined : value;
