// Transactions that write rows of two accounts, and thus on two shards. Citus commits them in two
// phases; the guide says what that costs. The test fails for any other.
import { houseAccount } from './tables.ts';
import type { TouchedRows } from './touched-rows.ts';

type Crossing = {
  /** The job that may do it; undefined: any call or job. */
  job?: string;
  /** With `house`, the tables in which account 0 has rows; else all tables of the transaction. */
  tables: readonly string[];
  accounts: 'any' | 'house';
  reason: string;
};

export const knownCrossings: readonly Crossing[] = [
  {
    tables: ['ledger_account'],
    accounts: 'house',
    reason: 'The first journal with a house account of a currency creates that account.',
  },
  {
    tables: [
      'usage_counter',
      'usage_error_hour',
      'usage_hour',
      'usage_key_counter',
      'usage_record',
      'usage_reservation',
    ],
    accounts: 'any',
    reason: 'The meter writes the calls of all accounts of a process in one statement.',
  },
  {
    tables: ['proxy_health', 'proxy_resource', 'proxy_usage_breakdown', 'proxy_usage_hour'],
    accounts: 'any',
    reason: 'A process writes what the proxies of all its accounts did, in one transaction.',
  },
  {
    tables: ['proxy'],
    accounts: 'any',
    reason: 'A process claims the next due proxies of all customers and of the pool together.',
  },
  ...(
    [
      ['accounts.purge', ['account_activity', 'session']],
      ['billing.purge_key_usage', ['api_key_usage_day']],
      ['customs.purge', ['customs_batch', 'customs_calculation', 'customs_embed_key']],
      ['customs.trim_history', ['customs_calculation']],
      ['proxy.purge', ['proxy_ban', 'proxy_usage_breakdown', 'proxy_usage_hour']],
      ['speech.purge', ['speech_phrase', 'speech_transcription_job']],
      [
        'usage.maintain_days',
        [
          'usage_counter',
          'usage_day',
          'usage_error_hour',
          'usage_hour',
          'usage_key_counter',
          'usage_reservation',
        ],
      ],
    ] as const
  ).map(
    ([job, tables]): Crossing => ({
      ...{ job, tables, accounts: 'any' },
      reason: 'Old rows of all accounts are deleted or summed up together, by age.',
    }),
  ),
];

function isAllowed(one: Crossing, rows: TouchedRows, job: string | undefined): boolean {
  if (one.job !== undefined && one.job !== job) return false;
  const tables = Object.entries(rows.byAccount);
  if (one.accounts === 'any') return tables.every(([table]) => one.tables.includes(table));
  return (
    rows.accounts.filter((account) => account !== houseAccount).length <= 1 &&
    tables.every(([table, ids]) => !ids.includes(houseAccount) || one.tables.includes(table))
  );
}

/** The transactions with rows of several accounts that are not on the list. */
export const findCrossings = (transactions: readonly TouchedRows[], job?: string) =>
  transactions
    .filter(({ accounts }) => accounts.length > 1)
    .filter((rows) => !knownCrossings.some((one) => isAllowed(one, rows, job)))
    .map(({ byAccount }) => byAccount);
