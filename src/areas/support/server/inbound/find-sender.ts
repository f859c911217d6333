// Whose mail it is, and of which ticket: by a reply address, by the mails of ours that it answers,
// or by the account of its sender, for a new ticket.
import { findAccount, findAccountByEmail, listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { listThreads } from '#kernel/mail/message-id-store.ts';
import { normalizeEmail } from '#lib/email-address.ts';
import type { Support } from '../context.ts';
import { threadRootId } from '../emails/email-thread.ts';
import { findTicket, findTicketByNumber, type TicketRow } from '../tickets/ticket-store.ts';
import type { Side } from '../tickets/visible-ticket.ts';
import type { ParsedMail } from './read-mail.ts';
import { parseReplyAddress } from './reply-addresses.ts';

export type Sender = {
  accountId: number;
  email: string;
  side: Side;
  /** Null for a new ticket. */
  ticketId: string | null;
};

export type FoundSender =
  | { problem: null; sender: Sender }
  /** `ticketId` is that of a genuine reply address. */
  | { problem: 'unknown_address' | 'foreign_sender'; ticketId: string | null };

/** Everyone who got a copy of our e-mail knows its reply address: the sender must be its owner. */
export async function findSender(support: Support, db: Db, mail: ParsedMail): Promise<FoundSender> {
  const found =
    (await findByReplyAddress(support, db, mail)) ?? (await findByThread(support, db, mail));
  if (!found) return findByAccount(db, mail);
  const account = await findAccount(db, found.accountId);
  if (!account || account.status === 'deleted') return unknownAddress;
  const { ticket } = found;
  const isOwner = isSameMailbox(mail.from, account.email);
  const side = isOwner && (await findSide(db, account.id, ticket));
  if (!side) return { problem: 'foreign_sender', ticketId: ticket.id };
  const { id: accountId, email } = account;
  return { problem: null, sender: { accountId, email, side, ticketId: ticket.id } };
}

const unknownAddress = { problem: 'unknown_address', ticketId: null } as const;

async function findByAccount(db: Db, { from }: ParsedMail): Promise<FoundSender> {
  const account =
    (await findAccountByEmail(db, normalizeEmail(from))) ??
    (await findAccountByEmail(db, toMailbox(from)));
  if (!account || account.status === 'deleted') return unknownAddress;
  const { id: accountId, email } = account;
  return { problem: null, sender: { accountId, email, side: 'customer', ticketId: null } };
}

async function findSide(db: Db, accountId: number, ticket: TicketRow): Promise<Side | null> {
  if (accountId === ticket.account_id) return 'customer';
  const team = await listPeopleByRole(db, ['support']);
  return team.some(({ id }) => id === accountId) ? 'staff' : null;
}

/** `ada+weftline@` is a name of the mailbox `ada@`. */
const isSameMailbox = (a: string, b: string): boolean => toMailbox(a) === toMailbox(b);

const toMailbox = (address: string): string => normalizeEmail(address).replace(/\+[^@]*(?=@)/, '');

type Target = { ticket: TicketRow; accountId: number };

async function findByReplyAddress(
  support: Support,
  db: Db,
  { recipients }: ParsedMail,
): Promise<Target | null> {
  for (const address of recipients) {
    const addressed = parseReplyAddress(support, address);
    const ticket = addressed && (await findTicketByNumber(db, addressed.number));
    if (ticket) return { ticket, accountId: addressed.accountId };
  }
  return null;
}

const referencesMax = 50;

/** A program that drops the reply address still names what it answers; customers only. */
async function findByThread(
  support: Support,
  db: Db,
  { references }: ParsedMail,
): Promise<Target | null> {
  const ids = references.slice(-referencesMax);
  const threads = await listThreads(db, support.kernel.config, ids);
  for (const id of [...ids, ...threads]) {
    const uuid = /^<ticket\.([0-9a-f-]{36})@/.exec(id)?.[1];
    const ticket = uuid && id === threadRootId(support, uuid) && (await findTicket(db, uuid));
    if (ticket) return { ticket, accountId: ticket.account_id };
  }
  return null;
}
