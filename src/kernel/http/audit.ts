// What staff change is written down before it is done, whoever writes the handler: an entry that a
// dying process leaves open still tells who asked for what.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#lib/endpoint.ts';
import type { Db } from '../database/database.ts';
import { createId } from '../ids.ts';
import type { Kernel } from '../kernel.ts';
import type { Actor } from '../ports.ts';
import { type Change, closeEntry, noteChange, openEntry } from './audit-store.ts';
import { clientAddress } from './client-address.ts';
import { toErrorResponse, toFrameworkErrorResponse } from './errors.ts';
import { hasRole } from './guard.ts';
import type { Outcome } from './idempotency.ts';

export type Audit = {
  /**
   * Says what a call is about and how that was before and after. Takes the transaction of the
   * change, so that the two are stored together. Nothing happens where a call is not audited.
   */
  note(tx: Db, change: Change): Promise<void>;
};

/** For what no member of staff asks for. */
export const unaudited: Audit = { note: async () => undefined };
const inputBytesMax = 8192;
const userAgentLengthMax = 300;
const secretName = /password|secret|token|otp|credential|api_?key/i;

/** A change that one of the contract's staff roles asks for. */
export function isAudited(endpoint: Endpoint, actor: Pick<Actor, 'roles'>): boolean {
  const { permission, staffAlso = [], method } = endpoint;
  if (method === 'GET') return false;
  if (typeof permission === 'object' && 'staff' in permission) return true;
  return staffAlso.length > 0 && hasRole(actor, ...staffAlso);
}

export async function auditCall(
  { work, clock }: Pick<Kernel, 'work' | 'clock'>,
  endpoint: Endpoint,
  request: FastifyRequest,
  act: (audit: Audit) => Promise<Outcome>,
): Promise<Outcome> {
  const { actor } = request;
  if (!actor || !isAudited(endpoint, actor)) return act(unaudited);
  const now = clock.now();
  const id = createId(now);
  const entry = { id, at: now, ...entryOf(endpoint, request, actor) };
  await work.write((tx) => openEntry(tx, entry));
  try {
    const outcome = await act({ note: (tx, change) => noteChange(tx, id, change) });
    await work.write((tx) => closeEntry(tx, id, outcome.status));
    return outcome;
  } catch (error) {
    const reply =
      toErrorResponse(error) ?? toFrameworkErrorResponse(error as { statusCode?: number });
    await work.write((tx) => closeEntry(tx, id, reply?.status ?? 500));
    throw error;
  }
}

const entryOf = (endpoint: Endpoint, request: FastifyRequest, actor: Actor) => ({
  account_id: actor.accountId,
  roles: actor.roles,
  method: endpoint.method,
  path: endpoint.path,
  params: keptInput({ ...(request.query as object), ...(request.params as object) }) ?? {},
  input: endpoint.bodyHasSecret ? null : keptInput(request.body),
  ip: clientAddress(request),
  user_agent: String(request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
  request_id: request.id,
});

/**
 * Null for what has no fields, which no call takes; only their names where the values are too long
 * to keep.
 */
export function keptInput(body: unknown): object | null {
  if (typeof body !== 'object' || body === null) return null;
  if (Array.isArray(body) || Buffer.isBuffer(body)) return null;
  const text = JSON.stringify(body, (name, value: unknown) =>
    secretName.test(name) ? '(hidden)' : withStorableText(value),
  );
  if (Buffer.byteLength(text) <= inputBytesMax) return JSON.parse(text) as object;
  return { too_long: Object.keys(body).slice(0, 50).map(storable) };
}

/** The call may be refused for such a text, but the entry must not be. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A text, or the names of an object's fields; what is in them is asked for next. */
function withStorableText(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), one]));
}
