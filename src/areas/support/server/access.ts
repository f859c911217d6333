// Whose ticket it is, and who may see it.

import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as store from './ticket-store.ts';

/** Staff on a ticket of their own are its customer. */
export type Side = 'customer' | 'staff';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readUuid(text: string): string {
  if (!uuid.test(text)) throw apiError(commonErrors.notFound);
  return text.toLowerCase();
}

/** A key acts for its owner as a customer, whatever roles the owner has. */
export const isSupport = (actor: Actor): boolean =>
  actor.via === 'session' && hasRole(actor, 'support');

export type Seen = { ticket: store.TicketRow; side: Side };

function admit(actor: Actor, ticket: store.TicketRow | undefined): Seen {
  if (ticket?.account_id === actor.accountId) return { ticket, side: 'customer' };
  if (!ticket || !isSupport(actor)) throw apiError(commonErrors.notFound);
  return { ticket, side: 'staff' };
}

/** Throws `not_found` for what does not exist or is somebody else's. */
export const findSeen = async (db: Db, actor: Actor, id: string): Promise<Seen> =>
  admit(actor, await store.findTicket(db, readUuid(id)));

/** The same, and nobody else changes the ticket until the transaction ends. */
export const lockSeen = async (tx: Tx, actor: Actor, id: string): Promise<Seen> =>
  admit(actor, await store.lockTicket(tx, readUuid(id)));
