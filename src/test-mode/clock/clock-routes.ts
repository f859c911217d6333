import type { Tx } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import { addDuration } from '#lib/iso-duration.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { testClockYearsMax } from '#lib/wire/test-clock.constants.ts';
import * as contract from '#lib/wire/test-clock.ts';
import { sendTurn } from './account-jobs.ts';
import * as clockStore from './clock-store.ts';

/** Ends the plan of the account and starts the free one. */
export type RestartPlan = (tx: Tx, account: { accountId: number }) => Promise<void>;

/** Live they are mounted too, and say that they are part of test mode only. */
export function mountTestClock(api: Api, restartPlan: RestartPlan): void {
  const { config, clock, jobs } = api.kernel;
  const requireTestMode = () => {
    if (!config.isTestMode) throw apiError(testModeErrors.testModeOnly);
  };
  mount(api, contract.readTestClock, async ({ db, actor }) => {
    requireTestMode();
    const row = await clockStore.findClock(db, actor.accountId);
    return respond(200, serializeClock(row, clock.now()));
  });
  mount(api, contract.advanceTestClock, async ({ db, actor, body }) => {
    requireTestMode();
    const row = await clockStore.lockClock(db, actor.accountId, clock.now());
    refuseWhileMoving(row);
    const end = addDuration(row.at, body.advance);
    if (!end || end > latestFrom(clock.now()))
      throw new InvalidInput({
        advance: [
          `The time can be moved up to ${latestFrom(clock.now()).toISOString()}. Reset it to begin again.`,
        ],
      });
    const change = { moved_from: row.at, moving_to: end };
    const moved = await clockStore.updateClock(db, actor.accountId, change);
    await sendTurn(jobs, db, actor.accountId);
    return respond(202, serializeClock(moved, clock.now()));
  });
  mount(api, contract.resetTestClock, async ({ db, actor }) => {
    requireTestMode();
    const { accountId } = actor;
    if (await clockStore.findClock(db, accountId)) {
      refuseWhileMoving(await clockStore.lockClock(db, accountId, clock.now()));
      await clockStore.deleteClock(db, accountId);
      await restartPlan(db, { accountId });
    }
    return respond(200, serializeClock(undefined, clock.now()));
  });
  mount(api, contract.listTestClockEvents, async ({ db, actor, query, request }) => {
    requireTestMode();
    const page = toPageRequest(query);
    const after = query.after === undefined ? undefined : new Date(query.after);
    const { rows, total } = await clockStore.listEvents(db, { ...actor, after }, page);
    const origin = { siteUrl: config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, rows.map(serializeEvent)));
  });
}

function refuseWhileMoving({ moving_to }: clockStore.ClockRow): void {
  if (moving_to) throw apiError(contract.clockIsMoving, { moving_to: moving_to.toISOString() });
}

function latestFrom(now: Date): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + testClockYearsMax);
  return latest;
}

const serializeClock = (
  row: clockStore.ClockRow | undefined,
  now: Date,
): contract.TestClockWire => ({
  now: (row?.at ?? now).toISOString(),
  is_moved: row !== undefined,
  moved_from: row?.moved_from.toISOString() ?? null,
  moving_to: row?.moving_to?.toISOString() ?? null,
  latest: latestFrom(now).toISOString(),
});

const serializeEvent = (row: clockStore.ClockEventRow): contract.TestClockEventWire => ({
  id: Number(row.id),
  occurred_at: row.occurred_at.toISOString(),
  type: row.type,
  summary: row.summary,
  object: row.object_id,
});
