// Calls of an account whose time was moved are answered in that time.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AccountTime, withAccountTime } from '#kernel/account-time.ts';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { readCredential } from '#kernel/http/guard.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { Meter } from '#kernel/ports.ts';
import { isUuid } from '#lib/uuid.ts';
import { testClockPath } from '#lib/wire/test-clock.constants.ts';
import type { Areas } from '../../app.ts';
import { findClock, findPayer, tickClock } from './clock-store.ts';
import { runFrom } from './run-from.ts';

/** By account: what counts a call runs after its response, and needs the time at once. */
const known = new WeakMap<object, AccountTime>();

export function enterAccountTime(
  app: FastifyInstance,
  kernel: HostKernel,
  areas: Pick<Areas, 'keys'>,
): void {
  app.addHook('preHandler', (request, _reply, done) => {
    enter(kernel, areas, request).then(
      (time) => (time ? withAccountTime(time, done) : done()),
      (error: Error) => done(error),
    );
  });
}

async function enter(
  { work }: HostKernel,
  { keys }: Pick<Areas, 'keys'>,
  request: FastifyRequest,
): Promise<AccountTime | undefined> {
  if (request.url.startsWith(testClockPath)) return undefined;
  const { actor, method } = request;
  const time = await work.read(async (db) => {
    const accountId = actor?.accountId ?? (await findRequestPayer(db, request));
    if (accountId === undefined) return undefined;
    if (method !== 'GET') await tickClock(db, accountId);
    const clock = await findClock(db, accountId);
    return clock && toTime(accountId, clock.at);
  });
  if (time && actor) known.set(actor, time);
  if (time && actor?.via === 'key') await withAccountTime(time, () => checkKey(keys, request));
  return time;
}

/** Whose payment the page of the sandbox is about, which needs no credential. */
async function findRequestPayer(db: Db, { url }: FastifyRequest): Promise<number | undefined> {
  const [, id = ''] = /^\/pay\/sandbox\/(?:cards\/)?([^/?]+)/.exec(url) ?? [];
  return isUuid(id) ? findPayer(db, id) : undefined;
}

const toTime = (accountId: number, startedAt: Date): AccountTime => ({
  accountId,
  startedAt,
  now: runFrom(startedAt.getTime()),
  rows: 'all',
});

/** It may have expired in the time of its account. */
async function checkKey({ checker }: Areas['keys'], request: FastifyRequest): Promise<void> {
  const credential = readCredential(request.headers);
  if (credential.kind !== 'key') return;
  const found = await checker.check(credential.value, request.ip);
  if ('message' in found) throw apiError(found);
}

/** Counts calls in the time in which they were answered. */
export const meterInAccountTime = (meter: Meter): Meter => ({
  ...meter,
  record(call) {
    const time = known.get(call.actor);
    if (time) withAccountTime(time, () => meter.record(call));
    else meter.record(call);
  },
});
