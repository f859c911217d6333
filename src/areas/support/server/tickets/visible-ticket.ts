// Which tickets an actor may see, and as whom.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import { findTicket, lockTicket, type TicketRow } from './ticket-store.ts';

/** Staff are customers of their own tickets. */
export type Side = 'customer' | 'staff';

/** Throws `not_found`: what is no UUID names nothing. */
export function parseUuid(text: string): string {
  if (!isUuid(text)) throw apiError(commonErrors.notFound);
  return text.toLowerCase();
}

/** An API key acts as a customer, whatever the roles of its owner. */
export const isSupport = (actor: Actor): boolean =>
  actor.via === 'session' && hasRole(actor, 'support');

export type VisibleTicket = { ticket: TicketRow; side: Side };

function assertVisible(actor: Actor, ticket: TicketRow | undefined): VisibleTicket {
  if (ticket?.account_id === actor.accountId) return { ticket, side: 'customer' };
  if (!ticket || !isSupport(actor)) throw apiError(commonErrors.notFound);
  return { ticket, side: 'staff' };
}

/** Throws `not_found` for a ticket that does not exist or belongs to another customer. */
export const findVisibleTicket = async (db: Db, actor: Actor, id: string): Promise<VisibleTicket> =>
  assertVisible(actor, await findTicket(db, parseUuid(id)));

/** Also locks the ticket until the transaction ends. */
export const lockVisibleTicket = async (tx: Tx, actor: Actor, id: string): Promise<VisibleTicket> =>
  assertVisible(actor, await lockTicket(tx, parseUuid(id)));
