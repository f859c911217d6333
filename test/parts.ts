// What `npm test` leaves to `npm run test:all`, in parts that each take at most ten minutes on two
// cores.

export type Part = {
  name: string;
  about: string;
  /** Test files that `npm test` leaves out. */
  files?: readonly string[];
  /** Test files that `npm test` runs too: here in another environment. */
  again?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Packages of Debian that they need. Without root, what needs a missing one is skipped. */
  packages?: readonly string[];
  /** On the PostgreSQL of Debian's package instead of the embedded one. */
  isOnSystemPostgres?: true;
  /** A project of the browser journeys. */
  journeys?: string;
  /** A program of scripts/ with its arguments. */
  script?: readonly string[];
};

/** Random calls are more and have a new seed, pools have one connection, walks more days. */
export const isLongRun = process.env.TEST_LONG === 'on';

export const parts: readonly Part[] = [
  {
    name: 'postgresql-15',
    about: 'what depends on the version of PostgreSQL, on the oldest that is supported',
    packages: ['postgresql-15'],
    isOnSystemPostgres: true,
    again: [
      'src/kernel/database',
      'src/kernel/jobs',
      'src/kernel/mail',
      'src/kernel/events',
      'src/areas/ledger',
      'src/areas/billing/server/usage',
      'src/areas/billing/server/renewals',
      'src/areas/customs/server/tariffs',
      'src/areas/figures/server',
      'src/areas/payments/server/settlement',
      'src/areas/support/server/tickets',
    ],
  },
  {
    name: 'pages',
    about: 'one walk over all pages of the site, with every check on each',
    journeys: 'pages',
  },
  {
    name: 'simulations',
    about: 'money over years, random calls with a new seed, writes through one connection',
    env: { TEST_LONG: 'on' },
    files: [
      'src/areas/billing/server/subscriptions/simulation.test.ts',
      'test/whole-system/money-simulation.test.ts',
    ],
    again: [
      'src/areas/customs/server/calculations/result/age-change.test.ts',
      'src/areas/support/server/inbound/mail-fuzz.test.ts',
      'src/areas/support/server/inbound/typed-words.test.ts',
      'test/fuzz/fuzz.test.ts',
      'test/whole-system/parallel-writes.test.ts',
    ],
  },
  {
    name: 'processes',
    about: 'crashes, outages, rolling upgrades and backups of whole processes',
    env: { TEST_OPTIONAL_PROGRAMS: 'on' },
    packages: ['nginx-light'],
    files: [
      'src/areas/ledger/server/crash.test.ts',
      'test/backup/physical.test.ts',
      'test/whole-system/durability.test.ts',
      'test/whole-system/outages.test.ts',
      'test/whole-system/processes.test.ts',
      'test/whole-system/rolling-upgrade.test.ts',
      'test/whole-system/webhooks.test.ts',
    ],
  },
  {
    name: 'entrances',
    about: 'one account at its full allowance at each entrance, and what another one feels of it',
    files: ['test/entrances/entrances.test.ts'],
  },
  {
    name: 'programs',
    about: 'programs of others: clients in Python and Go, snippets of the documentation, the image',
    env: { TEST_OPTIONAL_PROGRAMS: 'on' },
    packages: [
      'buildah',
      'caddy',
      'curl',
      'golang-go',
      'jq',
      'pocketsphinx',
      'pocketsphinx-en-us',
      'python3',
      'python3-requests',
      'python3-scrapy',
      'dovecot-imapd',
      'opendkim',
      'openssl',
      'postfix',
    ],
    files: [
      'test/mail-servers/mail-servers.test.ts',
      'test/sdk/python.test.ts',
      'test/whole-system/docs-snippets.test.ts',
    ],
    again: [
      'src/areas/proxy/server/gateway/odd-http.test.ts',
      'src/areas/proxy/server/gateway/recipes.test.ts',
      'src/areas/speech/server/engines/whisper.test.ts',
      'src/areas/speech/server/transcription/transcribe.test.ts',
      'test/build/deployment.test.ts',
      'test/sdk/reference-snippets.test.ts',
    ],
  },
  {
    name: 'chaos',
    about: 'two minutes of faults under load',
    script: ['chaos.ts', '--short'],
  },
  {
    name: 'benches',
    about: 'ratios of the calls that are made most',
    script: ['bench.ts', '--short'],
  },
];

/** Test files that `npm test` leaves out. */
export const laterFiles = parts.flatMap(({ files = [] }) => files);
