// Accounts and sessions, inserted directly into the database.
import { sql } from 'kysely';
import { createId } from '#kernel/ids.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { Role } from '#lib/staff-permissions.ts';

const monthMs = 30 * 86_400_000;

export type AccountOptions = {
  email: string;
  roles?: Role[];
  status?: 'active' | 'suspended';
  first_name?: string;
  last_name?: string;
  /** Where it is billed, as a person; null without a billing profile. */
  country?: string | null;
};

/** The account of this address, created when it does not exist. */
export async function createAccount(kernel: HostKernel, options: AccountOptions): Promise<number> {
  const { email, roles = [], status = 'active', first_name = '', last_name = '' } = options;
  const { country = 'US' } = options;
  const db = kernel.database.write;
  const now = kernel.clock.now();
  const { id, is_new } = await db
    .insertInto('account')
    .values({ email, status, first_name, last_name, date_joined: now, last_login: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ last_login: now }))
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  if (is_new && country !== null) await insertBillingCountry(kernel, id, country);
  for (const role of roles)
    await db
      .insertInto('account_role')
      .values({ account_id: id, role, granted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return id;
}

/** A billing profile of a person with nothing but a country. No invoices are mailed. */
export async function insertBillingCountry(
  { database, clock }: HostKernel,
  accountId: number,
  country = 'US',
): Promise<void> {
  const now = clock.now();
  await database.write
    .insertInto('billing_profile')
    .values({
      account_id: accountId,
      kind: 'person',
      name: '',
      line1: '',
      city: '',
      country,
      tax_number: '',
      tax_number_status: 'none',
      has_no_tax_number: false,
      email: 'invoices@example.com',
      mails_invoices: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export async function createSession(kernel: HostKernel, accountId: number): Promise<string> {
  const now = kernel.clock.now();
  const id = createId(now);
  await kernel.database.write
    .insertInto('session')
    .values({
      id,
      account_id: accountId,
      ip: '127.0.0.1',
      user_agent: 'Mozilla/5.0 (X11; Linux x64; rv:131.0) Gecko/20100101 Firefox/131.0',
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + monthMs),
    })
    .execute();
  return id;
}

export const countRows = async (kernel: HostKernel, table: string): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    kernel.database.write,
  );
  return Number(rows[0]?.count);
};
