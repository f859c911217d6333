// The first response to an Idempotency-Key, again.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hourMs, secondMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Kernel } from '../../kernel.ts';
import { apiError } from '../errors.ts';
import type { PreparedResponse } from '../responses/response-writer.ts';
import * as idempotencyStore from './idempotency-store.ts';

export const retentionHours = 24;
const waitSecondsMax = 15;

/** By address, not by network: neighbours must not get each other's responses. */
export const toScope = ({ actor, ip }: FastifyRequest): string =>
  actor ? `account:${actor.accountId}` : `ip:${ip}`;

/** What is stored for the key of a request, if its first response is known; null otherwise. */
export async function findStored(
  { work, clock }: Pick<Kernel, 'work' | 'clock'>,
  request: FastifyRequest,
): Promise<idempotencyStore.StoredResponse | null> {
  const key = String(request.headers['idempotency-key']);
  const stored = await work.read((db) => idempotencyStore.findKey(db, toScope(request), key));
  if (!stored || stored.status === null) return null;
  const isFresh = clock.now().getTime() - stored.created_at.getTime() < retentionHours * hourMs;
  return isFresh ? stored : null;
}

/**
 * The stored response to a request that is repeated; null if it has none yet. Throws
 * idempotency_conflict, idempotency_secret and idempotency_too_large.
 */
export async function findReplay(
  kernel: Pick<Kernel, 'work' | 'clock'>,
  request: FastifyRequest,
  input: object,
): Promise<PreparedResponse | null> {
  const stored = await findStored(kernel, request);
  const attempt = { fingerprint: computeFingerprint(request, input), now: kernel.clock.now() };
  return stored && replayResponse(stored, attempt);
}

export function replayResponse(
  stored: idempotencyStore.StoredResponse | undefined,
  { fingerprint, now }: { fingerprint: string; now: Date },
): PreparedResponse {
  if (stored && stored.fingerprint !== fingerprint)
    throw apiError(commonErrors.idempotencyConflict);
  if (!stored || stored.status === null)
    throw apiError(commonErrors.idempotencyInFlight, { retry_after: secondsToWait(stored, now) });
  if (stored.has_secret) throw apiError(commonErrors.idempotencySecret);
  if (stored.is_too_large) throw apiError(commonErrors.idempotencyTooLarge);
  return {
    status: stored.status,
    headers: { 'idempotency-replayed': 'true' },
    ...(stored.content_type && { contentType: stored.content_type }),
    ...(stored.body !== null && { body: stored.body }),
  };
}

/** As long again as it has run: a client that follows it must not reach the call's limit. */
function secondsToWait(stored: idempotencyStore.StoredResponse | undefined, now: Date): number {
  const age = stored ? Math.ceil((now.getTime() - stored.created_at.getTime()) / secondMs) : 1;
  return Math.min(Math.max(age, 1), waitSecondsMax);
}

type WithFiles = { files?: Readonly<Record<string, Buffer>> };

/** Large files are hashed without copying them. */
export function computeFingerprint(
  { method, url, body }: FastifyRequest,
  { files = {} }: WithFiles,
): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.sort();
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  const hash = createHash('sha256').update(`${method} ${pathname.replace(/\/$/, '')}${query}\n`);
  // For a file in base64 the body contains its SHA-256.
  hash.update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null));
  for (const name of Object.keys(files).sort()) {
    const bytes = files[name]!;
    hash.update(`\n${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('base64url');
}
