import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { leadIdMax } from '../wire/leads.ts';
import type { LeadRow } from './lead-store.ts';

export const isSales = (actor: Actor): boolean => hasRole(actor, 'sales');

export function parseLeadId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > leadIdMax) throw apiError(commonErrors.notFound);
  return id;
}

export function requireLead(lead: LeadRow | undefined): LeadRow {
  if (!lead) throw apiError(commonErrors.notFound);
  return lead;
}

/** Throws not_found for a lead of another sender, unless the actor is of sales. */
export const requireVisible = (actor: Actor, lead: LeadRow | undefined): LeadRow =>
  requireLead(isSales(actor) || lead?.account_id === actor.accountId ? lead : undefined);
