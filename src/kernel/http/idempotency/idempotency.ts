// A repeated Idempotency-Key gets the first response again, without a second effect.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { budgets } from '#lib/budgets.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Tx } from '../../database/database.ts';
import { withoutSilence } from '../../database/silence.ts';
import type { Kernel } from '../../kernel.ts';
import { outageRetryAfter } from '../../outages.ts';
import { identifyCaller } from '../caller.ts';
import { apiError, InvalidInput } from '../errors.ts';
import type { PreparedResponse } from '../responses/response-writer.ts';
import * as idempotencyStore from './idempotency-store.ts';
import { computeFingerprint, replayResponse, retentionHours, toScope } from './replay.ts';

const keyLengthMax = 255;
const daily = { windowSeconds: retentionHours * 3600, scope: 'shared' } as const;
const keyLimit = { name: 'idempotency keys', points: budgets.idempotencyKeysPerDay, ...daily };
const byteLimit = { name: 'idempotency bytes', points: budgets.idempotencyBytesPerDay, ...daily };
// A process that died leaves its claim behind; after this time it may be taken over.
const inFlightSecondsMax = 60;
// Claims of long calls are renewed; two renewals in a row may fail.
const renewMs = 20_000;

export const isIdempotentRequest = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  request.headers['idempotency-key'] !== undefined &&
  (endpoint.method === 'POST' || endpoint.repeatable === 'by-key');

/**
 * Stores the response in the transaction of the work that it is about. Then neither is there
 * without the other, whenever the process dies or the connection breaks. Throws when another
 * attempt has taken the key over meanwhile.
 */
export type StoreResponse = (tx: Tx, outcome: PreparedResponse) => Promise<void>;

/**
 * Runs `act` once for each (caller, key). Responds 409 to the same key with another request, while
 * the first request is running, or when its response contained a secret or was too large to store.
 * 5xx and 429 are not stored. Callers have a budget of keys and of bytes: src/lib/budgets.ts.
 */
export async function runOnce(
  kernel: Kernel,
  endpoint: Endpoint,
  request: FastifyRequest,
  input: object,
  act: (store: StoreResponse) => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  const key = String(request.headers['idempotency-key']);
  if (key.length === 0 || key.length > keyLengthMax)
    throw new InvalidInput({
      non_field_errors: [`Idempotency-Key must have 1 to ${keyLengthMax} characters.`],
    });
  const { work, clock, limits } = kernel;
  const scope = toScope(request);
  const keys = await limits.consume(keyLimit, identifyCaller(request));
  if (!keys.isAllowed) throw apiError(commonErrors.throttled, { retry_after: keys.resetSeconds });
  const claim = { id: randomUUID(), scope, key };
  const fingerprint = computeFingerprint(request, input);
  const attempt = { ...claim, fingerprint, now: clock.now() };
  const hold = { retentionHours, inFlightSecondsMax };
  const isMine = await work.write((tx) => idempotencyStore.claimKey(tx, attempt, hold));
  if (!isMine)
    return replayResponse(
      await work.read((db) => idempotencyStore.findKey(db, scope, key)),
      attempt,
    );
  let isStored = false;
  const store: StoreResponse = async (tx, outcome) => {
    if (isRepeatable(outcome)) return;
    const isOpen = await idempotencyStore.storeResponse(tx, claim, toStored(endpoint, outcome));
    if (!isOpen) throw apiError(commonErrors.idempotencyInFlight, { retry_after: 1 });
    work.afterCommit(tx, () => {
      isStored = true;
    });
  };
  try {
    const outcome = await withClaimRenewal(kernel, claim, () => act(store));
    if (!isStored && isRepeatable(outcome)) {
      await work.write((tx) => idempotencyStore.releaseKey(tx, claim));
      return outcome;
    }
    const stored = toStored(endpoint, outcome);
    if (!isStored) await work.write((tx) => idempotencyStore.storeResponse(tx, claim, stored));
    const bytes = Buffer.byteLength(stored.body ?? '');
    if (bytes > 0 && !(await limits.consume(byteLimit, identifyCaller(request), bytes)).isAllowed)
      await work.write((tx) => idempotencyStore.dropBody(tx, claim));
    return outcome;
  } catch (error) {
    const release = () => work.write((tx) => idempotencyStore.releaseKey(tx, claim));
    if (outageRetryAfter(error) === null) await release();
    else
      void withoutSilence(release).catch((err: unknown) => {
        // It ends by itself, see inFlightSecondsMax.
        kernel.log.warn({ err }, 'could not release the claim of an Idempotency-Key');
      });
    throw error;
  }
}

const isRepeatable = ({ status }: PreparedResponse): boolean => status >= 500 || status === 429;

async function withClaimRenewal<T>(
  { work, clock, log }: Kernel,
  claim: idempotencyStore.Claim,
  act: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const renewed = work.write((tx) => idempotencyStore.renewClaim(tx, claim, clock.now()));
    renewed.catch((err: unknown) => {
      log.warn({ err }, 'could not renew the claim of an Idempotency-Key');
    });
  }, renewMs);
  timer.unref();
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}

/** The part of a response to store: no secrets, and nothing beyond the limit of size. */
function toStored(endpoint: Endpoint, outcome: PreparedResponse): idempotencyStore.ResponseToStore {
  const { status, contentType = null, body = null } = outcome;
  const hasSecret = status < 400 && endpoint.responseHasSecret === true;
  // Files and streams are too large by their nature.
  const fits =
    body === null ||
    (typeof body === 'string' && Buffer.byteLength(body) <= budgets.idempotencyAnswerBytes);
  return {
    status,
    contentType,
    body: fits && !hasSecret ? body : null,
    hasSecret,
    isTooLarge: !fits && !hasSecret,
  };
}
