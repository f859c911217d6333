// Which plans change as accounts become many: fills one node to a small and then to a large number
// of accounts, and compares the plans of the hot queries. `--accounts 10000000` is the real size.

import { checkSession, listLiveSessions } from '#areas/accounts/server/sessions/session-store.ts';
import { listAccounts } from '#areas/accounts/server/staff-accounts/account-list-store.ts';
import { findKeyByHash, listKeys } from '#areas/billing/server/keys/key-store.ts';
import { findLive } from '#areas/billing/server/subscriptions/subscription-store.ts';
import { groupUsage } from '#areas/billing/server/usage/group-usage.ts';
import { filterOf, listUsage } from '#areas/billing/server/usage/list-usage.ts';
import { readQuotaUse } from '#areas/billing/server/usage/quota-use.ts';
import { listCalculations } from '#areas/customs/server/calculations/calculation-store.ts';
import { createLedger } from '#areas/ledger/server/index.ts';
import { listPayments, listToCheck } from '#areas/payments/server/payments/payment-store.ts';
import { listMessages } from '#areas/support/server/messages/message-store.ts';
import { listTickets } from '#areas/support/server/tickets/ticket-store.ts';
import { systemClock } from '#kernel/clock.ts';
import { createId } from '#kernel/ids.ts';
import { growTo } from './load/growth-rows.ts';
import { openBenchDatabase } from './load/ledger-database.ts';
import { type PlanShape, type Query, readPlanShapes } from './load/plan-shapes.ts';
import type { BenchOptions, Row } from './load/rows.ts';

const growth = 20;
const accountsMax = 40_000;

export default async function measureGrowth(options: BenchOptions): Promise<Row[]> {
  const large = options.accounts ?? accountsMax;
  const small = Math.ceil(large / growth);
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await growTo(database, { from: 0, to: small });
    const before = await readPlanShapes(database, queries);
    await growTo(database, { from: small, to: large });
    const after = await readPlanShapes(database, queries);
    console.log(`\nPlans at ${small} and at ${large} accounts`);
    return [...after].map(([what, shape]) => {
      const first = before.get(what) ?? shape;
      printChange(what, first, shape);
      return { what, measured: shape.cost, baseline: first.cost, unit: 'cost' };
    });
  } finally {
    await database.close();
  }
}

function printChange(what: string, before: PlanShape, after: PlanShape): void {
  const gone = before.nodes.filter((node) => !after.nodes.includes(node));
  const come = after.nodes.filter((node) => !before.nodes.includes(node));
  if (gone.length + come.length > 0)
    console.log(`  ${what}\n    - ${gone.join(', ')}\n    + ${come.join(', ')}`);
}

/** Of many rows: the fewer the number, the more rows an account has. */
const accountId = 3;
const now = new Date();
const page = { page: 1, pageSize: 20, offset: 0 };
const usage = () => filterOf({ accountId }, {}, now);
const hash = Buffer.alloc(32, 7);

const queries: readonly Query[] = [
  ['the session of a call', ({ work }) => checkSession(work, createId(now), now)],
  ['the key of a call', ({ read }) => findKeyByHash(read, hash)],
  ['the plan of an account', ({ read }) => findLive(read, accountId)],
  ['what is used of a quota', ({ read }) => readQuotaUse(read, accountId, now)],
  ['sessions', ({ read }) => listLiveSessions(read, accountId, now, page)],
  ['keys', ({ read }) => listKeys(read, { accountId }, now, page)],
  ['usage records', ({ read }) => listUsage(read, usage(), page, 'desc')],
  ['usage by day', ({ read }) => groupUsage(read, usage(), 'day', { currency: 'USD' })],
  ['payments', ({ read }) => listPayments(read, { accountId }, page)],
  ['payments to ask about', ({ read }) => listToCheck(read, now, 100)],
  [
    'transactions',
    ({ read }) => createLedger({ clock: systemClock }).listTransactions(read, { accountId }, page),
  ],
  ['tickets', ({ read }) => listTickets(read, { accountId, isStaff: false }, page)],
  ['tickets, for staff', ({ read }) => listTickets(read, { isStaff: true }, page)],
  [
    'messages of a ticket',
    ({ read }) =>
      listMessages(
        read,
        { ticketId: createId(now), includesNotes: false, isNewestFirst: true },
        page,
      ),
  ],
  ['calculations', ({ read }) => listCalculations(read, { accountId, kind: 'goods' }, page)],
  ['accounts, for staff', ({ read }) => listAccounts(read, {}, page)],
  ['accounts by a name, for staff', ({ read }) => listAccounts(read, { search: 'name77' }, page)],
  [
    'accounts by an address, for staff',
    ({ read }) => listAccounts(read, { search: 'person77@mail' }, page),
  ],
];
