// What has to be true after the faults, from what the clients know and from what is stored.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Client } from './client.ts';
import type { Stack } from './stack.ts';
import type { Traffic } from './traffic.ts';
import type { Write, WriteLog } from './write-log.ts';

/** Where it is stored; `env` is for commands of operators. */
type Place = Pick<Stack, 'connect' | 'env' | 'smtp'>;
export type Finding = { what: string; figure: string; isViolated: boolean };

/** Usage is stored within 250 ms (decision 20), or a second after the database came back. */
const usageDelayMs = 1000;
const root = path.resolve(import.meta.dirname, '../..');
const examplesMax = 5;

const markQueries: Record<string, string> = {
  message: "select body as mark from ticket_message where body ~ '^[0-9a-f-]{36}$'",
  ticket: "select subject as mark from ticket where subject ~ '^[0-9a-f-]{36}$'",
  // One that never got an address to pay to is not shown to anybody.
  payment: `select description as mark from payment
    where provider_payment_id is not null and description <> ''`,
  code: "select to_address as mark from mail where to_address like '%-%@example.com'",
};

export async function findViolations(place: Place, known: Known): Promise<Finding[]> {
  const { log, client, traffic } = known;
  const database = await place.connect();
  try {
    const comparisons = [];
    for (const [kind, sql] of Object.entries(markQueries))
      comparisons.push(compare(log, kind, await readMarks(database, sql)));
    return [
      await verifyLedger(place),
      ...comparisons.flat(),
      ...(await compareMoney(database, traffic)),
      ...(await compareUsage(database, known)),
      await compareMails(database, place, log),
      ...judgeCalls(client, traffic),
    ];
  } finally {
    await database.end();
  }
}

export type Known = { log: WriteLog; client: Client; traffic: Traffic; kills: Kills };
/** When processes had ended that answer at this origin. */
export type Kills = { origin: string; endedMs: readonly number[] };

const readMarks = async (database: pg.Client, sql: string): Promise<string[]> =>
  (await database.query<{ mark: string }>(sql)).rows.map(({ mark }) => mark);

const finding = (what: string, wrong: readonly string[], figure = ''): Finding => ({
  what,
  figure: [figure, ...(wrong.length > 0 ? [`${wrong.length}: ${list(wrong)}`] : [])]
    .filter(Boolean)
    .join('; '),
  isViolated: wrong.length > 0,
});
const list = (items: readonly string[]) => items.slice(0, examplesMax).join(', ');

export function compare(log: WriteLog, kind: string, stored: readonly string[]): Finding[] {
  const { lost, doubled } = log.compare(kind, stored);
  const counts = `${log.acknowledged(kind).length} of ${log.attempted(kind)} acknowledged`;
  return [
    finding(`${kind}: every acknowledged one is stored`, lost, counts),
    finding(`${kind}: none is stored twice`, doubled),
  ];
}

async function verifyLedger({ env }: Place): Promise<Finding> {
  const run = promisify(execFile);
  const options = { cwd: root, env: { PATH: process.env.PATH, ...env } };
  try {
    await run(process.execPath, ['scripts/ledger.ts', 'verify'], options);
    return finding('the ledger is sound', []);
  } catch (error) {
    return finding('the ledger is sound', [String((error as { stderr?: string }).stderr)]);
  }
}

/** What the provider received against what the wallets got. */
async function compareMoney(database: pg.Client, { payer: { paid } }: Traffic): Promise<Finding[]> {
  const { rows } = await database.query<{
    id: string;
    received: string;
    credited: string;
    status: string;
  }>(
    `select p.id, p.status, coalesce(p.credited_amount, 0)::text as credited,
       coalesce((select sum(t.amount) from sandbox_transfer t
         where t.sandbox_payment_id = p.id), 0)::text as received
     from payment p`,
  );
  const wrong = rows.filter(({ received, credited }) => Number(received) !== Number(credited));
  const completed = new Set(rows.flatMap(({ id, status }) => (status === 'completed' ? id : [])));
  const wallets = await database.query<{ mark: string }>(
    `select a.account_id::text as mark from ledger_account a
     join wallet_balance b on b.ledger_account_id = a.id
     where a.kind = 'wallet_available' and b.balance <>
       (select coalesce(sum(p.credited_amount), 0) from payment p
        where p.account_id = a.account_id and p.currency = a.currency)`,
  );
  return [
    finding(
      'payment: each is credited what was paid, once',
      wrong.map(({ id, received, credited }) => `${id} paid ${received}, credited ${credited}`),
      `${completed.size} completed`,
    ),
    finding(
      'payment: each that was paid is completed',
      [...paid].filter((id) => !completed.has(id)),
    ),
    finding(
      'wallets have what was credited',
      wallets.rows.map(({ mark }) => `account ${mark}`),
    ),
  ];
}

async function compareUsage(
  database: pg.Client,
  { log, client, kills }: Known,
): Promise<Finding[]> {
  const marks = await readMarks(
    database,
    "select request_id::text as mark from usage_record where metric = 'request'",
  );
  const { doubled } = log.compare('usage', marks);
  const stored = new Set(marks);
  const missing = log.acknowledged('usage').filter(({ mark }) => !stored.has(mark));
  const isExplained = explainLoss(log.listWrites(), client.counts.outages, kills);
  const unexplained = missing.filter((write) => !isExplained(write));
  const { rows } = await database.query<{ records: string; counted: string }>(
    `select (select count(*) from usage_record) as records,
       (select coalesce(sum(requests), 0) from usage_hour) as counted`,
  );
  const { records, counted } = rows[0]!;
  return [
    finding(
      'usage: lost is only what a process had no time to store before it was killed',
      unexplained.map(({ mark }) => mark),
      `${missing.length} of ${log.acknowledged('usage').length} lost`,
    ),
    finding('usage: no call is counted twice', doubled),
    finding(
      'usage: the sums are those of the records',
      records === counted ? [] : [`${records} records, ${counted} counted`],
    ),
  ];
}

/**
 * A process had time to store a counted call when it stored a write that was sent `usageHeldMs`
 * later, and knew no outage meanwhile: so no clock of a slow machine is asked.
 */
export function explainLoss(
  writes: readonly Write[],
  outages: Client['counts']['outages'],
  { origin, endedMs }: Kills,
): (lost: Write) => boolean {
  const stored = writes.filter(({ answer }) => answer?.origin === origin);
  const away = outages.filter((outage) => outage.origin === origin);
  return ({ acknowledgedMs, answer }) => {
    const countedMs = acknowledgedMs ?? 0;
    const killedMs = endedMs.find((ms) => ms >= countedMs);
    if (killedMs === undefined || answer?.origin !== origin) return false;
    const hadTime = stored.some(
      (one) => one.answer!.sentMs > countedMs + usageDelayMs && one.acknowledgedMs! < killedMs,
    );
    const wasAway = away.some(({ atMs }) => atMs > countedMs - usageDelayMs && atMs < killedMs);
    return !hadTime || wasAway;
  };
}

async function compareMails(database: pg.Client, { smtp }: Place, log: WriteLog): Promise<Finding> {
  const dead = new Set(
    await readMarks(database, "select to_address as mark from mail where status = 'dead'"),
  );
  const received = new Map<string, number>();
  for (const { recipients } of smtp.received)
    for (const to of recipients) received.set(to, (received.get(to) ?? 0) + 1);
  const promised = log.acknowledged('code');
  const missing = promised.filter(({ mark }) => !received.has(mark));
  // Allowed: a process may die after the mail server accepted it (decision 6).
  const twice = promised.filter(({ mark }) => (received.get(mark) ?? 0) > 1).length;
  return finding(
    'code: each that was promised is delivered',
    missing.map(({ mark }) => `${mark}${dead.has(mark) ? ' (given up)' : ''}`),
    `${twice} of ${promised.length} twice`,
  );
}

function judgeCalls({ counts }: Client, traffic: Traffic): Finding[] {
  const statuses = [...counts.answered].sort(([a], [b]) => a - b);
  return [
    finding(
      'every write got an answer in the end',
      traffic.open() === 0 ? [] : [`${traffic.open()} did not`],
    ),
    finding(
      'no call took longer than its limit',
      counts.hung,
      `slowest ${(counts.slowestMs / 1000).toFixed(1)} s`,
    ),
    finding(
      'no answer but those that a fault explains',
      counts.unexpected,
      `${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}, broken: ${counts.broken}`,
    ),
  ];
}
