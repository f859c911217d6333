// The accounts that entries name by number, as they are called today.
import { findPeople } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { AuditRow } from '#kernel/http/audit/audit-store.ts';
import { isObject } from '#lib/is-object.ts';
import { accountFields } from '../../wire/audit.constants.ts';
import type { AuditEntryWire } from '../../wire/audit.ts';
import type { Staff } from '../staff.ts';

type Facts = Pick<AuditRow, 'before' | 'after'>;

/** At any depth: a change of several records has those of each. */
function* accountsIn(state: unknown): Generator<number> {
  if (!isObject(state)) return;
  for (const [name, value] of Object.entries(state))
    if (accountFields.has(name) && Number.isInteger(value)) yield value as number;
    else yield* accountsIn(value);
}

const listAccounts = ({ before, after }: Facts): number[] => [
  ...new Set([...accountsIn(before), ...accountsIn(after)]),
];

/** Erased accounts have no name. */
export async function createPeopleReader({ kernel }: Staff, db: Db, rows: readonly Facts[]) {
  const people = await findPeople(db, kernel.config, rows.flatMap(listAccounts));
  return (row: Facts): AuditEntryWire['people'] =>
    listAccounts(row).flatMap((id) => {
      const person = people.get(id);
      return person ? [{ id, email: person.email }] : [];
    });
}
