import { findPeople } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { subtractAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { StaffWithdrawalWire } from '../../wire/staff-withdrawals.ts';
import { isOpenWithdrawal, withdrawalStatusLabels } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';
import type { Payments } from '../context.ts';
import { openDestination } from './destinations.ts';
import { nextStatus } from './withdrawal-states.ts';
import { listEvents, type WithdrawalEventRow, type WithdrawalRow } from './withdrawal-store.ts';

export const serializeWithdrawal = async (db: Db, row: WithdrawalRow): Promise<WithdrawalWire> =>
  (await serializeWithdrawals(db, [row]))[0]!;

/** One query for all histories. */
export async function serializeWithdrawals(
  db: Db,
  rows: readonly WithdrawalRow[],
): Promise<WithdrawalWire[]> {
  if (rows.length === 0) return [];
  const events = Map.groupBy(
    await listEvents(
      db,
      rows.map(({ id }) => id),
    ),
    (event) => event.withdrawal_id,
  );
  return rows.map((row) => toWire(row, events.get(row.id) ?? []));
}

function toWire(row: WithdrawalRow, events: readonly WithdrawalEventRow[]): WithdrawalWire {
  const amount = toAmount(row.amount, row.currency);
  const fee = toAmount(row.fee, row.currency);
  return {
    uuid: row.id,
    internal_id: row.internal_id,
    status: row.status,
    status_display: withdrawalStatusLabels[row.status],
    amount: toDecimalText(amount),
    fee: toDecimalText(fee),
    net: toDecimalText(subtractAmounts(amount, fee)),
    currency: row.currency,
    destination: {
      kind: row.destination_kind,
      masked: row.destination_masked,
      payment: row.payment_id,
    },
    note: row.note,
    reference: row.reference,
    can_cancel: nextStatus(row.status, 'cancel') !== null,
    is_final: !isOpenWithdrawal(row.status),
    history: events.map(({ status, source, note, occurred_at }) => ({
      status,
      source,
      note,
      at: occurred_at.toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    status_changed_at: row.status_changed_at.toISOString(),
  };
}

/** With people, wallets and the destination in full: one query each. */
export async function serializeForStaff(
  { kernel, ledger, destinationSealer }: Payments,
  db: Db,
  rows: readonly WithdrawalRow[],
): Promise<StaffWithdrawalWire[]> {
  const named = rows.flatMap((row) => [row.account_id, row.approved_by, row.settled_by]);
  const owners = [...new Set(rows.map((row) => row.account_id))];
  const [serialized, people, wallets] = await Promise.all([
    serializeWithdrawals(db, rows),
    findPeople(
      db,
      kernel.config,
      named.filter((id) => id !== null),
    ),
    ledger.readAvailable(db, owners),
  ]);
  const person = (id: number | null) =>
    id === null ? null : { id, email: people.get(id)?.email ?? '' };
  return rows.map((row, at) => {
    const wallet = wallets.find(
      (one) => one.accountId === row.account_id && one.amount.currency === row.currency,
    );
    return {
      ...serialized[at]!,
      user: person(row.account_id)!,
      available: toDecimalText(wallet?.amount ?? zero(row.currency)),
      details: openDestination(destinationSealer, row.id, row.destination),
      payment_number: row.payment_id && row.destination_masked,
      approved_by: person(row.approved_by),
      settled_by: person(row.settled_by),
      journal: row.journal_id,
    };
  });
}

/** As staff read it in a list: how much, and whose. */
export const describeWithdrawal = ({ amount, currency, user }: StaffWithdrawalWire): string =>
  `of ${amount} ${currency} for ${user.email}`;
