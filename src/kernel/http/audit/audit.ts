// The audit log of changes by staff. An entry is written before the handler runs, for every
// handler, so that even a crash leaves a record of who requested what.

import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#lib/endpoint.ts';
import { staffMay } from '#lib/staff-permissions.ts';
import type { Db } from '../../database/database.ts';
import { createId } from '../../ids.ts';
import type { Kernel } from '../../kernel.ts';
import type { Actor } from '../../ports.ts';
import { clientAddress } from '../client-address.ts';
import { toErrorResponse, toFrameworkErrorResponse } from '../errors.ts';
import type { PreparedResponse } from '../responses/response-writer.ts';
import { type AuditChange, completeEntry, insertEntry, recordChange } from './audit-store.ts';

export type Audit = {
  /**
   * Records the subject of the call and its state before and after. Takes the transaction of the
   * change, so that both are committed together. Does nothing for a call that is not audited.
   */
  record(tx: Db, change: AuditChange): Promise<void>;
};

/** For changes that are not made by staff. */
export const noAudit: Audit = { record: async () => undefined };
const inputBytesMax = 8192;
const userAgentLengthMax = 300;
const secretName = /password|secret|token|otp|credential|api_?key/i;

/** Whether the call is a change, made with one of the contract's staff roles. */
export function isAudited(endpoint: Endpoint, actor: Pick<Actor, 'roles'>): boolean {
  const { permission, staffAlso, method, changesNothing } = endpoint;
  if (method === 'GET' || changesNothing) return false;
  if (typeof permission === 'object' && 'staff' in permission) return true;
  return staffAlso !== undefined && staffMay(actor.roles, staffAlso);
}

export async function auditCall(
  { work, clock }: Pick<Kernel, 'work' | 'clock'>,
  endpoint: Endpoint,
  request: FastifyRequest,
  act: (audit: Audit) => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  const { actor } = request;
  if (!actor || !isAudited(endpoint, actor)) return act(noAudit);
  const now = clock.now();
  const id = createId(now);
  const entry = { id, occurred_at: now, ...toEntry(endpoint, request, actor) };
  await work.write((tx) => insertEntry(tx, entry));
  let status = 500;
  try {
    const outcome = await act({ record: (tx, change) => recordChange(tx, id, change) });
    status = outcome.status;
    return outcome;
  } catch (error) {
    const reply =
      toErrorResponse(error) ?? toFrameworkErrorResponse(error as { statusCode?: number });
    status = reply?.status ?? status;
    throw error;
  } finally {
    // What was done or refused stays so: the entry then has no status, as after a crash.
    await work
      .write((tx) => completeEntry(tx, id, status))
      .catch((error) => request.log.error({ err: error, entry: id }, 'audit entry not completed'));
  }
}

const toEntry = (endpoint: Endpoint, request: FastifyRequest, actor: Actor) => ({
  account_id: actor.accountId,
  roles: actor.roles,
  method: endpoint.method,
  path: endpoint.path,
  params: sanitizeInput({ ...(request.query as object), ...(request.params as object) }) ?? {},
  input: endpoint.bodyHasSecret ? null : sanitizeInput(request.body),
  ip: clientAddress(request),
  user_agent: String(request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
  request_id: request.id,
});

/**
 * The input without secrets. Null for input without fields; only the names of the fields when the
 * values are too long to store.
 */
export function sanitizeInput(body: unknown): object | null {
  if (typeof body !== 'object' || body === null) return null;
  if (Array.isArray(body) || Buffer.isBuffer(body)) return null;
  const text = JSON.stringify(body, (name, value: unknown) =>
    secretName.test(name) ? '(hidden)' : replaceStrings(value),
  );
  if (Buffer.byteLength(text) <= inputBytesMax) return JSON.parse(text) as object;
  return { too_long: Object.keys(body).slice(0, 50).map(toStorableText) };
}

/** PostgreSQL rejects NUL and lone surrogates; the entry must be stored even if the call fails. */
const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** For the replacer of JSON.stringify: strings and field names; nested values are visited next. */
function replaceStrings(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [toStorableText(name), one]),
  );
}
