// The records that audit entries are about, as people call them today. Names are not stored with
// the entries, which outlive erased accounts.
import { findPeople } from '#areas/accounts/server/index.ts';
import { readSubscription } from '#areas/billing/server/index.ts';
import {
  describeAdjustment,
  describeWithdrawal,
  readAdjustment,
  readWithdrawal,
} from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { AuditRow } from '#kernel/http/audit/audit-store.ts';
import { ApiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { type Feature, features } from '#lib/features.ts';
import type { AuditEntryWire } from '../../wire/audit.ts';
import { staffRecordKinds } from '../../wire/search.ts';
import { findRecord } from '../search.ts';
import type { Staff } from '../staff.ts';

export type NamedSubject = NonNullable<AuditEntryWire['subject']>;
type Subject = Pick<AuditRow, 'subject_type' | 'subject_id' | 'before' | 'after'>;
type Name = Pick<NamedSubject, 'name' | 'user'>;
type Read = (staff: Staff, db: Db, actor: Actor, id: string) => Promise<Name>;

const readUsers = async ({ kernel }: Staff, db: Db, ids: readonly number[]) => {
  const people = await findPeople(db, kernel.config, ids);
  return (id: number): Name => {
    const person = people.get(id);
    return { name: person?.email ?? null, user: person?.id ?? null };
  };
};

const readers: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    staffRecordKinds
      .filter((kind) => kind !== 'user')
      .map((kind): [string, Read] => [
        kind,
        async (staff, db, _, id) => {
          const record = await findRecord(staff, db, { kind, id });
          return { name: record?.title ?? null, user: record?.user ?? null };
        },
      ]),
  ),
  adjustment: async ({ payments }, db, _, id) => {
    const row = await readAdjustment(payments, db, id);
    return { name: describeAdjustment(row), user: row.user.id };
  },
  withdrawal: async ({ payments }, db, _, id) => {
    const row = await readWithdrawal(payments, db, id);
    return { name: describeWithdrawal(row), user: row.user.id };
  },
  subscription: async (staff, db, actor, id) => {
    const { user } = await readSubscription(staff.subscriptions, db, actor, id);
    return { ...(await readUsers(staff, db, [user]))(user), user };
  },
};

/** What the entry itself says, for records that have no screen of their own. */
function nameFromFacts({ subject_type, subject_id, before, after }: Subject): string | null {
  if (subject_type === 'feature') return features[subject_id as Feature] ?? null;
  const facts = { ...(before as object), ...(after as object) } as Record<string, unknown>;
  const name = facts.title ?? facts.name ?? facts.set_id ?? facts.slug;
  if (typeof name !== 'string') return null;
  return typeof facts.version === 'number' ? `${name} v${facts.version}` : name;
}

async function nameSubject(
  staff: Staff,
  db: Db,
  actor: Actor,
  subject: Subject & { subject_type: string; subject_id: string },
): Promise<NamedSubject> {
  const { subject_type: type, subject_id: id } = subject;
  const unnamed = { type, id, name: nameFromFacts(subject), user: null };
  const read = readers[type];
  if (!read) return unnamed;
  try {
    return { type, id, ...(await read(staff, db, actor, id)) };
  } catch (error) {
    // Entries outlive their records.
    if (error instanceof ApiError) return unnamed;
    throw error;
  }
}

const hasSubject = <T extends Subject>(
  row: T,
): row is T & { subject_type: string; subject_id: string } =>
  row.subject_type !== null && row.subject_id !== null;

/**
 * By the id of the entry, for those that name a subject. Users, most of them, are read together;
 * any other record once, one after the other: a page of a hundred would otherwise take every
 * database connection.
 */
export async function nameSubjects(
  staff: Staff,
  db: Db,
  actor: Actor,
  rows: readonly AuditRow[],
): Promise<Map<string, NamedSubject>> {
  const read = new Map<string, NamedSubject>();
  const named = new Map<string, NamedSubject>();
  const about = rows.filter(hasSubject);
  const users = about.filter((row) => row.subject_type === 'user').map((row) => +row.subject_id);
  const findUser = await readUsers(staff, db, [...new Set(users)]);
  for (const row of about) {
    const { subject_type: type, subject_id: id } = row;
    if (type === 'user') {
      named.set(row.id, { type, id, ...findUser(Number(id)) });
      continue;
    }
    const key = `${type} ${id}`;
    const subject = read.get(key) ?? (await nameSubject(staff, db, actor, row));
    read.set(key, subject);
    named.set(row.id, subject);
  }
  return named;
}
