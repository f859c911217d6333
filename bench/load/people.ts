// Accounts and inquiries of three years.
import type { Database } from '#kernel/database/open-database.ts';

const firstNames =
  `Ann Ben Cara Dmitri Elif Farid Greta Hana Ivan Jun Kemal Lena Marta Nils Olga Pablo
  Quinn Rosa Sven Tomas Uma Vera Wanda Xenia Yusuf Zoe`.split(/\s+/);
const lastNames =
  `Weber Kowalski Tanaka Novak Silva Haddad Jensen Ivanova Moreau Okafor Rossi Schmidt
  Yilmaz Kim Larsen Petrov Costa Dubois Fischer Bauer`.split(/\s+/);
/** Every inquiry contains three of them, so that each is in about one of a hundred. */
const phrases = Array.from(
  { length: 300 },
  (_, at) => `we look for somebody who builds topic${at} with care${at % 40} and brings part${at}`,
);

const list = (words: readonly string[]) => `(array[${words.map((word) => `'${word}'`).join(',')}])`;
const pick = (words: readonly string[], by: string) =>
  `${list(words)}[1 + (${by}) % ${words.length}]`;
const at = (n: string, rowsMax: number) =>
  `now() - ${n} * (interval '3 years' / ${rowsMax}) - interval '1 minute'`;

/** Hashes numbers, so that adjacent rows have different values. */
export async function insertPeople(database: Database, rowsMax: number): Promise<void> {
  const client = await database.directClient();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of [
      `insert into account (email, first_name, last_name, company, status, date_joined, last_login)
       select lower(first || '.' || last) || n || '@mail' || h % 50 || '.example', first, last,
         'Company ' || h % 5000, case when n % 1000 = 7 then 'suspended' else 'active' end, at, at
       from (
         select n, h, ${pick(firstNames, 'h')} as first, ${pick(lastNames, 'h / 100')} as last,
           ${at('n', rowsMax)} as at
         from (select n, abs(hashint4(n)::bigint) as h from generate_series(1, ${rowsMax}) n) x
       ) y`,
      `insert into account_role select id, 'support', now() from account order by id limit 20`,
      `insert into lead (name, email, company, subject, message, message_hash, status, is_spam,
         created_at, updated_at, replied_at)
       select first || ' ' || last, lower(first || '.' || last) || n || '@mail' || h % 50 || '.example',
         'Company ' || h % 5000, 'Inquiry ' || n,
         ${pick(phrases, 'h')} || '. ' || ${pick(phrases, 'h / 1000')} || '. '
           || ${pick(phrases, 'h / 100000')} || '. Order ' || n,
         '\\x00', case when n < 500 then 'new' else ${pick(['contacted', 'qualified', 'converted', 'rejected'], 'h')} end,
         h % 50 = 0, at, at, case when n < 500 then null else at end
       from (
         select n, h, ${pick(firstNames, 'h')} as first, ${pick(lastNames, 'h / 100')} as last,
           ${at('n', rowsMax)} as at
         from (select n, abs(hashint4(n)::bigint) as h from generate_series(1, ${rowsMax}) n) x
       ) y`,
      'vacuum analyze',
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
}
