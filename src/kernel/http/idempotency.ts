// A repeated Idempotency-Key gets the first answer again instead of a second effect.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { budgets } from '#lib/budgets.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Kernel } from '../kernel.ts';
import { callerOf } from './caller.ts';
import { apiError, InvalidInput } from './errors.ts';
import * as store from './idempotency-store.ts';

/** What goes out, whoever made it. */
export type Outcome = {
  status: number;
  headers: Record<string, string>;
  contentType?: string;
  body?: string | Buffer | Uint8Array | Readable;
};

const keyLengthMax = 255;
const keptHours = 24;
const daily = { windowSeconds: keptHours * 3600, scope: 'shared' } as const;
const keyLimit = { name: 'idempotency keys', points: budgets.idempotencyKeysPerDay, ...daily };
const byteLimit = { name: 'idempotency bytes', points: budgets.idempotencyBytesPerDay, ...daily };
// A process that died while it answered leaves its claim behind; after this it may be taken over.
const inFlightSecondsMax = 60;
// Work may take longer than that: two renewals in a row may fail.
const renewMs = 20_000;

export const honoursIdempotency = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  request.headers['idempotency-key'] !== undefined &&
  (endpoint.method === 'POST' || endpoint.repeatable === 'by-key');

/**
 * Runs `act` once for each (caller, key). The same key with another request, with a request
 * still running, or with an answer that held a secret or was too large to keep is 409. 5xx and 429
 * are not kept. A caller has a budget of keys and of bytes: src/lib/budgets.ts.
 */
export async function runOnce(
  kernel: Kernel,
  endpoint: Endpoint,
  request: FastifyRequest,
  input: object,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = String(request.headers['idempotency-key']);
  if (key.length === 0 || key.length > keyLengthMax)
    throw new InvalidInput({
      non_field_errors: [`Idempotency-Key must have 1 to ${keyLengthMax} characters.`],
    });
  const { work, clock, limits } = kernel;
  // By address, not by network: neighbours must not replay each other's answers.
  const scope = request.actor ? `account:${request.actor.accountId}` : `ip:${request.ip}`;
  const keys = await limits.take(keyLimit, callerOf(request));
  if (!keys.isAllowed) throw apiError(commonErrors.throttled, { retry_after: keys.resetSeconds });
  const claim = { id: randomUUID(), scope, key };
  const fingerprint = fingerprintOf(request, input);
  const attempt = { ...claim, fingerprint, now: clock.now() };
  const hold = { keptHours, inFlightSecondsMax };
  const isMine = await work.write((tx) => store.claimKey(tx, attempt, hold));
  if (!isMine) return replay(await work.read((db) => store.findKey(db, scope, key)), fingerprint);
  try {
    const outcome = await whileRenewing(kernel, claim, act);
    if (outcome.status >= 500 || outcome.status === 429)
      await work.write((tx) => store.releaseKey(tx, claim));
    else {
      const { status, contentType = null } = outcome;
      const body = await bodyToKeep(kernel, endpoint, callerOf(request), outcome);
      await work.write((tx) => store.keepAnswer(tx, claim, { status, contentType, ...body }));
    }
    return outcome;
  } catch (error) {
    await work.write((tx) => store.releaseKey(tx, claim));
    throw error;
  }
}

async function whileRenewing<T>(
  { work, clock, log }: Kernel,
  claim: store.Claim,
  act: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const renewed = work.write((tx) => store.renewClaim(tx, claim, clock.now()));
    renewed.catch((err: unknown) => {
      log.warn({ err }, 'the claim of an Idempotency-Key was not renewed');
    });
  }, renewMs);
  timer.unref();
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}

/** What is kept of an answer's body: it may hold a secret, be too large, or be one too many. */
async function bodyToKeep(
  { limits }: Kernel,
  endpoint: Endpoint,
  caller: string,
  outcome: Outcome,
): Promise<Pick<store.AnswerToKeep, 'body' | 'holdsSecret' | 'isTooLarge'>> {
  if (outcome.status < 400 && holdsSecret(endpoint, outcome))
    return { body: null, holdsSecret: true, isTooLarge: false };
  const body = typeof outcome.body === 'string' ? outcome.body : null;
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const fits =
    bytes <= budgets.idempotencyAnswerBytes &&
    (bytes === 0 || (await limits.take(byteLimit, caller, bytes)).isAllowed);
  return { body: fits ? body : null, holdsSecret: false, isTooLarge: !fits };
}

const holdsSecret = (endpoint: Endpoint, outcome: Outcome): boolean =>
  endpoint.responseHasSecret === true ||
  (outcome.body !== undefined && typeof outcome.body !== 'string');

function replay(kept: store.KeptAnswer | undefined, fingerprint: string): Outcome {
  if (kept && kept.fingerprint !== fingerprint) throw apiError(commonErrors.idempotencyConflict);
  if (!kept || kept.status === null)
    throw apiError(commonErrors.idempotencyInFlight, { retry_after: 1 });
  if (kept.holds_secret) throw apiError(commonErrors.idempotencySecret);
  if (kept.is_too_large) throw apiError(commonErrors.idempotencyTooLarge);
  return {
    status: kept.status,
    headers: { 'idempotency-replayed': 'true' },
    ...(kept.content_type && { contentType: kept.content_type }),
    ...(kept.body !== null && { body: kept.body }),
  };
}

type WithFiles = { files?: Readonly<Record<string, Buffer>> };

/** Of a large file nothing is copied or printed: the hash takes its bytes as they lie. */
function fingerprintOf({ method, url, body }: FastifyRequest, { files = {} }: WithFiles): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.sort();
  const asked = searchParams.size > 0 ? `?${searchParams}` : '';
  const hash = createHash('sha256').update(`${method} ${pathname.replace(/\/$/, '')}${asked}\n`);
  // Of a file in base64 the body holds the SHA-256.
  hash.update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null));
  for (const name of Object.keys(files).sort()) {
    const bytes = files[name]!;
    hash.update(`\n${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('base64url');
}
