// A repeated Idempotency-Key gets the first answer again instead of a second effect.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Kernel } from '../kernel.ts';
import { fail, InvalidInput } from './errors.ts';
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
// A process that died while it answered leaves its claim behind; after this it may be taken over.
const inFlightSecondsMax = 60;
// Work may take longer than that: two renewals in a row may fail.
const renewMs = 20_000;

export const honoursIdempotency = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  request.headers['idempotency-key'] !== undefined &&
  (endpoint.method === 'POST' || endpoint.repeatable === 'by-key');

/**
 * Runs `act` once for each (caller, key). The same key with another request, with a request
 * still running, or with an answer that held a secret is 409. 5xx and 429 are not kept.
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
  const { database, clock } = kernel;
  const scope = request.actor ? `account:${request.actor.accountId}` : `ip:${request.ip}`;
  const claim = { id: randomUUID(), scope, key };
  const fingerprint = fingerprintOf(request, input);
  const attempt = { ...claim, fingerprint, now: clock.now() };
  const isMine = await store.claimKey(database.write, attempt, { keptHours, inFlightSecondsMax });
  if (!isMine) return replay(await store.findKey(database.write, scope, key), fingerprint);
  try {
    const outcome = await whileRenewing(kernel, claim, act);
    if (outcome.status >= 500 || outcome.status === 429)
      await store.releaseKey(database.write, claim);
    else
      await store.keepAnswer(database.write, claim, {
        status: outcome.status,
        contentType: outcome.contentType ?? null,
        body: typeof outcome.body === 'string' ? outcome.body : null,
        holdsSecret: outcome.status < 400 && holdsSecret(endpoint, outcome),
      });
    return outcome;
  } catch (error) {
    await store.releaseKey(database.write, claim);
    throw error;
  }
}

async function whileRenewing<T>(
  { database, clock, log }: Kernel,
  claim: store.Claim,
  act: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    store.renewClaim(database.write, claim, clock.now()).catch((err: unknown) => {
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

const holdsSecret = (endpoint: Endpoint, outcome: Outcome): boolean =>
  endpoint.replyHoldsSecret === true ||
  (outcome.body !== undefined && typeof outcome.body !== 'string');

function replay(kept: store.KeptAnswer | undefined, fingerprint: string): Outcome {
  if (kept && kept.fingerprint !== fingerprint) throw fail(commonErrors.idempotencyConflict);
  if (!kept || kept.status === null)
    throw fail(commonErrors.idempotencyInFlight, { retry_after: 1 });
  if (kept.holds_secret) throw fail(commonErrors.idempotencySecret);
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
