// Moves the time of one account from one moment to the next, and runs in order what is due. Each
// step is stored, so that a process that dies loses none: another one goes on from there.
import { type AccountTime, withAccountTime } from '#kernel/account-time.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { secondMs } from '#lib/durations.ts';
import type { Areas } from '../../app.ts';
import { askDirectly } from '../ask-directly.ts';
import { type AccountJobs, sendTurn } from './account-jobs.ts';
import * as clockStore from './clock-store.ts';
import { listTimesOfDay, nextMoment } from './moments.ts';
import { runFrom } from './run-from.ts';

export type ClockRunner = { kernel: HostKernel; jobs: AccountJobs; areas: Pick<Areas, 'webhooks'> };
/** `reachedMs`: how far the work of the turn came, which may be some time after the stored step. */
type Turn = ClockRunner & { accountId: number; reachedMs: number };

const lockClass = 727_051;
/** Then other accounts have their turn. */
const turnMs = 5 * secondMs;
const lockWaitMs = 60 * secondMs;
const retryDelayMs = 10 * secondMs;

/** A turn of an account: what is due, and a part of a move that is under way. */
export async function runTurn(runner: ClockRunner, accountId: number): Promise<void> {
  await askDirectly(runner.kernel.database, async (client) => {
    // One at a time, until this connection is closed, however the process ends.
    await client.query(`set lock_timeout = ${lockWaitMs}`);
    await client.query('select pg_advisory_lock($1, $2)', [lockClass, accountId]);
    const untilMs = performance.now() + turnMs;
    const turn = { ...runner, accountId, reachedMs: 0 };
    const isOver = await withAccountTime(ownRows(accountId), async () => {
      while (performance.now() < untilMs) if (!(await step(turn))) return true;
      return false;
    });
    if (!isOver)
      await runner.kernel.work.write((tx) => sendTurn(runner.kernel.jobs, tx, accountId));
  });
}

/** Between two steps too, so that connections need not be set again. */
const ownRows = (accountId: number): AccountTime => ({
  accountId,
  startedAt: new Date(),
  now: () => new Date(),
  rows: 'account',
});

/** False when nothing is left to do. */
async function step(turn: Turn): Promise<boolean> {
  const { accountId, areas } = turn;
  const { work } = turn.kernel;
  const clock = await work.read((db) => clockStore.findClock(db, accountId));
  if (!clock) return false;
  const job = await work.read((db) => clockStore.findFirstJob(db, accountId));
  if (job && job.due_at <= clock.at) {
    await inAccount(turn, clock.at, () => runJob(turn, job));
    return true;
  }
  if (clock.moving_to && clock.at < clock.moving_to) {
    await moveOn(turn, clock, job?.due_at);
    return true;
  }
  await inAccount(turn, clock.at, () => areas.webhooks.sender.sendDue());
  const isMoving = clock.moving_to !== null;
  if (isMoving)
    await work.write((tx) => clockStore.updateClock(tx, accountId, { moving_to: null }));
  return false;
}

/** In a step the time runs, so that what happens has an order. */
async function inAccount(turn: Turn, startedAt: Date, act: () => Promise<void>): Promise<void> {
  const { accountId } = turn;
  const now = runFrom(Math.max(startedAt.getTime(), turn.reachedMs));
  await withAccountTime({ accountId, startedAt, now, rows: 'account' }, act);
  turn.reachedMs = now().getTime() + 1;
}

async function runJob(
  { kernel: { work, log }, jobs }: Turn,
  job: clockStore.ClockJobRow,
): Promise<void> {
  const { options, handler } = jobs.find(job.queue);
  const isLastAttempt = job.attempts >= (options.retriesMax ?? 3);
  await work.write((tx) => clockStore.startJob(tx, job));
  try {
    await handler(job.data as object, { id: job.id, attempt: job.attempts + 1, isLastAttempt });
  } catch (err) {
    log.warn({ err, queue: job.queue, isLastAttempt }, 'a job of a test clock failed');
    const dueAt = new Date(job.due_at.getTime() + retryDelayMs * 2 ** job.attempts);
    if (!isLastAttempt) return work.write((tx) => clockStore.delayJob(tx, job.id, dueAt));
  }
  await work.write((tx) => clockStore.deleteJob(tx, job.id));
}

/** To the next moment, the next job or the end, whatever is first; then the queues run. */
async function moveOn(
  turn: Turn,
  { at: before, moving_to: end }: clockStore.ClockRow,
  jobDueAt: Date | undefined,
): Promise<void> {
  const { kernel, areas, accountId } = turn;
  const due = await kernel.work.read((db) => clockStore.listDueTimes(db, accountId, before));
  const nextMs = Math.min(
    nextMoment(listTimesOfDay(due, before), before),
    end!.getTime(),
    jobDueAt?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  const at = new Date(nextMs);
  await inAccount(turn, at, async () => {
    for (const queue of turn.jobs.listScheduled()) await runScheduled(turn, queue);
    await areas.webhooks.sender.sendDue();
  });
  await kernel.work.write((tx) => clockStore.updateClock(tx, accountId, { at }));
}

/** A queue that fails runs again at the next moment, as it is live at its next time. */
async function runScheduled({ kernel, jobs }: Turn, queue: string): Promise<void> {
  const job = { id: queue, attempt: 1, isLastAttempt: true };
  await jobs
    .find(queue)
    .handler({}, job)
    .catch((err) => kernel.log.error({ err, queue }, 'a queue of a test clock failed'));
}
