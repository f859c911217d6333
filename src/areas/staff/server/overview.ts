import { countSignupsByDay } from '#areas/accounts/server/index.ts';
import { sumAllUsage } from '#areas/billing/server/index.ts';
import { countOpenLeads } from '#areas/leads/server/index.ts';
import { findLastCheck } from '#areas/ledger/server/index.ts';
import { readAttention, readReceived } from '#areas/payments/server/index.ts';
import { countPriorityAnswers, countWaitingTickets } from '#areas/support/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';
import type { StaffOverviewWire } from '../wire/overview.ts';
import { readBlock, type Staff } from './staff.ts';

const monthDays = 30;

/** Reads the blocks concurrently; null if one fails or the role may not see it. */
export async function readStaffOverview(
  staff: Staff,
  db: Db,
  { roles }: Actor,
): Promise<StaffOverviewWire> {
  const { kernel, payments } = staff;
  const block = <T>(name: StaffPermission, read: () => Promise<T>): Promise<T | null> =>
    staffMay(roles, name) ? readBlock(kernel, name, read) : Promise.resolve(null);
  const [leads, tickets, attention, failures, ledger, signups, revenue, usage] = await Promise.all([
    block('leads.work', () => countOpenLeads(kernel, db)),
    block('tickets.work', () => countTickets(staff, db)),
    block('payments.review', () => readAttention(payments, db)),
    block('system.read', () => countFailures(staff)),
    block('ledger.read', () => readLastCheck(db)),
    block('users.read', () => countSignups(staff, db)),
    block('ledger.read', () => readReceived(payments, db)),
    block('system.read', () => countUsage(staff, db)),
  ]);
  return {
    leads,
    tickets,
    payments: attention && omitWebhooks(attention),
    failures: failures && { ...failures, webhooks: attention?.webhooks ?? 0 },
    ledger,
    signups,
    revenue,
    usage,
    generated_at: kernel.clock.now().toISOString(),
  };
}

async function countTickets({ support }: Staff, db: Db) {
  const count = await countWaitingTickets(support, db);
  const priority_answers = await countPriorityAnswers(support, db);
  return {
    waiting: count.all,
    unassigned: count.unassigned,
    overdue: count.overdue,
    under_24_hours: count.under_24_hours,
    over_24_hours: count.over_24_hours,
    priority_answers,
  };
}

type Attention = Awaited<ReturnType<typeof readAttention>>;
const omitWebhooks = ({ late, partial, stuck, proposals }: Attention) => ({
  late,
  partial,
  stuck,
  proposals,
});

async function countFailures({ kernel }: Staff) {
  const queues = await kernel.jobs.stats();
  const { count: mails } = await kernel.mail.list({ status: 'dead', limit: 1 });
  return { jobs: queues.reduce((sum, { failed }) => sum + failed, 0), mails };
}

async function readLastCheck(db: Db) {
  const check = await findLastCheck(db);
  return {
    last_checked_at: check?.checked_at.toISOString() ?? null,
    is_sound: check?.is_sound ?? null,
  };
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** Thirty days in UTC, including those without signups. */
async function countSignups({ kernel }: Staff, db: Db) {
  const today = startOfDay(kernel.clock.now());
  const first = new Date(today.getTime() - (monthDays - 1) * dayMs);
  const joined = await countSignupsByDay(db, first);
  const counts = new Map(joined.map(({ day, count }) => [day, count]));
  const per_day = Array.from({ length: monthDays }, (_, at) => {
    const day = new Date(first.getTime() + at * dayMs).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
  const sumOfLast = (days: number) =>
    per_day.slice(-days).reduce((sum, { count }) => sum + count, 0);
  return { today: sumOfLast(1), week: sumOfLast(7), month: sumOfLast(monthDays), per_day };
}

async function countUsage({ kernel }: Staff, db: Db) {
  const { requests, errors } = await sumAllUsage(db, startOfDay(kernel.clock.now()));
  return { requests_today: requests, errors_today: errors };
}
