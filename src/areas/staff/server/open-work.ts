import { findPeople } from '#areas/accounts/server/index.ts';
import { findOpenMissedPeriods } from '#areas/billing/server/index.ts';
import { listWaitingRules } from '#areas/customs/server/index.ts';
import { listOpenLeads } from '#areas/leads/server/index.ts';
import {
  adjustmentKindLabels,
  attentionLabels,
  describeAdjustment,
  describeWithdrawal,
  listOpenAdjustments,
  listPaymentsToReview,
  listWaitingWithdrawals,
} from '#areas/payments/server/index.ts';
import {
  listOpenTickets,
  ticketCategoryLabels,
  ticketPriorityLabels,
} from '#areas/support/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { formatCount } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';
import { financeHours, openWorkMax, rulesHours } from '../wire/open-work.constants.ts';
import { type OpenWorkKind, type OpenWorkWire, openWorkKinds } from '../wire/open-work.ts';
import { findOfKinds, type Staff } from './staff.ts';

type Work = Omit<OpenWorkWire, 'assignee'> & { assignedTo: number | null };
type Find = (staff: Staff, db: Db) => Promise<Work[]>;

const findLeads: Find = async (_, db) =>
  (await listOpenLeads(db, openWorkMax)).map((row) => ({
    kind: 'lead',
    id: String(row.id),
    user: row.account_id,
    title: row.subject || row.name,
    task: 'Reply',
    detail: [row.name, row.company, row.email].filter(Boolean).join(', '),
    since: row.created_at.toISOString(),
    due_at: row.replyDueAt.toISOString(),
    assignedTo: row.assigned_to,
  }));

const findTickets: Find = async (_, db) =>
  (await listOpenTickets(db, openWorkMax)).map((row) => ({
    kind: 'ticket',
    id: row.id,
    user: row.account_id,
    title: `#${row.number} ${row.subject}`,
    task: row.first_response_at === null ? 'Reply first' : 'Reply',
    detail: `${ticketPriorityLabels[row.priority]} priority, ${ticketCategoryLabels[row.category]}`,
    since: row.waiting_since.toISOString(),
    due_at: row.answerDueAt.toISOString(),
    assignedTo: row.assigned_to,
  }));

const dueAfter = (since: Date, hours = financeHours): string =>
  new Date(since.getTime() + hours * hourMs).toISOString();

type PaymentToReview = Awaited<ReturnType<typeof listPaymentsToReview>>[number];

/** A payment is stuck only after a day. */
const cameUpAt = ({ attention, status_changed_at: changedAt }: PaymentToReview): Date =>
  attention === 'stuck' ? new Date(changedAt.getTime() + dayMs) : changedAt;

const findPayments: Find = async ({ payments }, db) =>
  (await listPaymentsToReview(payments, db, openWorkMax)).map((row) => ({
    kind: 'payment',
    id: row.id,
    user: row.account_id,
    title: row.internal_id,
    task: attentionLabels[row.attention],
    detail: `${formatAmount(toAmount(row.amount, row.currency))}, ${row.email}`,
    since: cameUpAt(row).toISOString(),
    due_at: dueAfter(cameUpAt(row)),
    assignedTo: null,
  }));

const findAdjustments: Find = async ({ payments }, db) =>
  (await listOpenAdjustments(payments, db, openWorkMax)).map((row) => ({
    kind: 'adjustment',
    id: row.uuid,
    user: row.user.id,
    title: `${adjustmentKindLabels[row.kind]} ${describeAdjustment(row)}`,
    task: 'Approve or reject',
    detail: `${row.reason} (${row.proposed_by.email})`,
    since: row.created_at,
    due_at: dueAfter(new Date(row.created_at)),
    assignedTo: null,
  }));

const withdrawalTasks = { requested: 'Approve or reject', approved: 'Pay out' } as const;

const findWithdrawals: Find = async ({ payments }, db) =>
  (await listWaitingWithdrawals(payments, db, openWorkMax)).map((row) => ({
    kind: 'withdrawal',
    id: row.uuid,
    user: row.user.id,
    title: `Withdrawal ${describeWithdrawal(row)}`,
    task: withdrawalTasks[row.status as keyof typeof withdrawalTasks],
    detail: `${row.internal_id}, to ${row.destination.masked}`,
    since: row.status_changed_at,
    due_at: dueAfter(new Date(row.status_changed_at)),
    assignedTo: null,
  }));

/** In one entry: an outage leaves many at once. */
const findMissedPeriods: Find = async (_, db) => {
  const open = await findOpenMissedPeriods(db);
  if (!open) return [];
  return [
    {
      kind: 'missed_period',
      id: open.id,
      user: null,
      title: formatCount(open.count, 'missed period'),
      task: 'Charge or waive',
      detail: 'Over before they could be charged',
      since: open.since.toISOString(),
      due_at: dueAfter(open.since),
      assignedTo: null,
    },
  ];
};

const rulesTasks = { draft: 'Approve or return', reviewed: 'Publish' } as const;

const findRules: Find = async (_, db) =>
  (await listWaitingRules(db, openWorkMax)).map((row) => ({
    kind: 'customs_rule_set',
    id: String(row.id),
    user: null,
    title: `${row.title}, version ${row.version}`,
    task: rulesTasks[row.status],
    detail: `In force from ${row.effective_from}`,
    since: row.since.toISOString(),
    due_at: dueAfter(row.since, rulesHours),
    assignedTo: null,
  }));

const finders: Readonly<Record<OpenWorkKind, [StaffPermission, Find]>> = {
  lead: ['leads.work', findLeads],
  ticket: ['tickets.work', findTickets],
  payment: ['payments.review', findPayments],
  adjustment: ['payments.decide', findAdjustments],
  withdrawal: ['payments.decide', findWithdrawals],
  missed_period: ['payments.decide', findMissedPeriods],
  customs_rule_set: ['rules.write', findRules],
};

/** What the roles may work on; a kind that fails does not affect the others. */
export async function listOpenWork(
  staff: Staff,
  db: Db,
  { roles }: Actor,
): Promise<{ results: OpenWorkWire[]; failed: OpenWorkKind[] }> {
  const { kernel } = staff;
  const kinds = openWorkKinds.filter((kind) => staffMay(roles, finders[kind][0]));
  const find = (kind: OpenWorkKind) => finders[kind][1](staff, db);
  const { found, failed } = await findOfKinds(kernel, { kinds, find });
  const work = found.sort((a, b) => a.due_at.localeCompare(b.due_at)).slice(0, openWorkMax);
  const people = await findPeople(
    db,
    kernel.config,
    work.flatMap(({ assignedTo }) => assignedTo ?? []),
  );
  const results = work.map(({ assignedTo, ...item }) => {
    const person = people.get(assignedTo ?? 0);
    return { ...item, assignee: person ? { id: person.id, name: person.name } : null };
  });
  return { results, failed };
}
