// The environment variables of the kernel, and how those of all parts are read. Nothing else reads
// process.env.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { normalizeEmail } from '#lib/email-address.ts';
import { readConfigFiles } from './config-files.ts';
import {
  apiUrl,
  checkBackupPlace,
  checkBucket,
  checkDatabase,
  checkReplica,
  count,
  email,
  flag,
  isPlain,
  isSameBucket,
  link,
  list,
  name,
  plainOnly,
  secretList,
  sentryDsn,
  trustedProxies,
  url,
  words,
} from './config-values.ts';
import {
  type ConfigDeclaration,
  type DeclaredConfig,
  declareConfig,
  type Environment,
} from './declare-config.ts';
import { inboundVariables, listMailProblems } from './mail/inbound-variables.ts';
import { telemetryVariables } from './observability/telemetry-variables.ts';
import { parseSecrets, type Secrets } from './secrets.ts';

const variables = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: count(1, 65535).optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().check(checkDatabase).optional(),
  DATABASE_REPLICA_URL: z.string().check(checkReplica).optional(),
  DATABASE_DIRECT_URL: z.string().check(checkDatabase).optional(),
  TEST_MODE_DATABASE_URL: z.string().check(checkDatabase).optional(),
  PG_NAMED_STATEMENTS: flag.default(true),
  DATABASE_POOL_MAX: count(1, 1000).default(10),
  DATABASE_WAIT_MS: count(100, 60_000).default(3000),
  DATABASE_STATEMENT_TIMEOUT_MS: count(100, 3_600_000).default(15_000),
  DATABASE_LOCK_TIMEOUT_MS: count(100, 3_600_000).default(5000),
  DATABASE_SLOW_MS: count(0, 3_600_000).default(500),
  BACKUP_WAL_DIR: z
    .string()
    .refine((text) => path.isAbsolute(text) && !/[\r\n]/.test(text), {
      error: 'must be the whole path of a folder, beginning with /',
    })
    .optional(),
  BACKUP_TO: z.string().check(checkBackupPlace).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time in UTC such as 02:00' })
    .default('02:00'),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}[hdw]$/, { error: 'must be an age such as 36h, 30d or 4w' })
    .default('30d'),
  BACKUP_PASSPHRASE: z.string().min(12, { error: 'needs at least 12 characters' }).optional(),
  MAIL_URL: url('smtp:', 'smtps:').optional(),
  MAIL_OAUTH_TENANT: name.optional(),
  MAIL_OAUTH_CLIENT_ID: name.optional(),
  MAIL_OAUTH_CLIENT_SECRET: z.string().optional(),
  MAIL_OAUTH_URL: apiUrl.optional(),
  MAIL_OAUTH_SCOPE: z.string().optional(),
  MAIL_FROM: email.default('no-reply@weftline.example.com'),
  STORAGE_URL: url('s3:').check(checkBucket).optional(),
  VIRUS_SCAN_COMMAND: words,
  REDIS_URL: url('redis:', 'rediss:').optional(),
  APP_SECRET: secretList.optional(),
  SITE_URL: url('http:', 'https:')
    .refine(isPlain, plainOnly)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  STAFF_EMAILS: list.transform((all) => all.map(normalizeEmail)).pipe(z.array(email)),
  ALERT_EMAIL: email.optional(),
  TRUST_PROXY: trustedProxies.default(false),
  ALLOW_PUBLIC_DEV: flag.default(false),
  CORS_ORIGINS: list.pipe(z.array(url('http:', 'https:'))),
  SENTRY_DSN: sentryDsn.optional(),
  ...telemetryVariables,
  METRICS_TOKEN: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  JOBS: z.enum(['inline', 'off', 'only']).default('inline'),
  DRAIN_SECONDS: count(0, 600).optional(),
  OVERLOAD_DELAY_MS: count(10, 10_000).default(50),
  OVERLOAD_IN_FLIGHT_MAX: count(20, 100_000).default(1000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ...inboundVariables,
  SUPPORT_URL: link.optional(),
  TERMS_URL: link.optional(),
  PRIVACY_URL: link.optional(),
  ANALYTICS_TAG_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{1,40}$/, { error: 'must be a tag id such as G-ABC123' })
    .optional(),
};

const neededInProduction = ['APP_SECRET', 'SITE_URL', 'MAIL_URL'] as const;
const drainSecondsUsual = 5;
const loopback = ['127.0.0.1', '::1', 'localhost'];

export const kernelConfig = declareConfig({
  variables,
  inFiles: [
    'MAIL_URL',
    'MAIL_OAUTH_CLIENT_SECRET',
    'INBOUND_MAIL_SECRET',
    'INBOUND_IMAP_URL',
    'INBOUND_SMTP_CERT',
    'INBOUND_SMTP_KEY',
    'STORAGE_URL',
    'BACKUP_TO',
    'BACKUP_PASSPHRASE',
  ],
  together: [
    ['MAIL_OAUTH_TENANT', 'MAIL_OAUTH_CLIENT_ID', 'MAIL_OAUTH_CLIENT_SECRET'],
    ['INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY'],
  ],
  findProblems(environment, values) {
    const problems: string[] = [];
    if (environment.NODE_ENV === 'production') {
      for (const name of neededInProduction)
        if (!environment[name]) problems.push(`${name}: required when NODE_ENV is production`);
    } else if (
      environment.HOST &&
      !loopback.includes(environment.HOST) &&
      !values?.ALLOW_PUBLIC_DEV
    ) {
      problems.push(
        'HOST: outside production only a loopback address starts; set ALLOW_PUBLIC_DEV=1 to open it',
      );
    }
    problems.push(...listMailProblems(environment));
    if (values && values.HEALTH_PORT === values.PORT)
      problems.push('HEALTH_PORT: must not be PORT');
    if (environment.TEST_MODE_DATABASE_URL === environment.DATABASE_URL && environment.DATABASE_URL)
      problems.push('TEST_MODE_DATABASE_URL: must not be the database of DATABASE_URL');
    // It would save its own backups again.
    if (environment.BACKUP_TO && isSameBucket(environment.BACKUP_TO, environment.STORAGE_URL))
      problems.push('BACKUP_TO: must not be the bucket of STORAGE_URL');
    return problems;
  },
});

/** Those of `inFiles` change when their file does: read them where they are used. */
export type Config = Readonly<
  Omit<DeclaredConfig<typeof kernelConfig>, 'APP_SECRET' | 'DRAIN_SECONDS' | 'SITE_URL'> & {
    /** How long a process that was asked to stop still accepts calls. */
    DRAIN_SECONDS: number;
    /** Those of the variable, or of DATA_DIR. */
    APP_SECRET: Secrets;
    SITE_URL: string;
    isProduction: boolean;
    /**
     * Whether the dev mailbox and other `/dev` pages exist: outside production, without MAIL_URL.
     */
    hasDevPages: boolean;
    /** Whether there is a test mode: with the embedded database, or a database of its own. */
    hasTestMode: boolean;
    /** Of the environment that serves test mode (src/test-mode/); never of the process. */
    isTestMode: boolean;
  }
>;

/** Every problem of the configuration, one line each: `NAME: what is wrong`. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

/** The kernel's, and what each area reads of its declaration. */
export type ConfigWith<Areas extends readonly ConfigDeclaration[]> = Config &
  Intersection<DeclaredConfig<Areas[number]>>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * Reads and validates the environment and the files that it names. Empty variables count as unset.
 * Outside production a missing APP_SECRET is generated once and stored in DATA_DIR, where others
 * can be added. Throws ConfigError with all problems at once.
 */
export function readConfig<const Areas extends readonly ConfigDeclaration[] = []>(
  env: Environment,
  areas?: Areas,
): ConfigWith<Areas> {
  const declarations = [kernelConfig, ...(areas ?? [])];
  const { environment, problems } = readConfigFiles(env, declarations);
  const shape = Object.assign({}, ...declarations.map((one) => one.variables));
  const read = z.object(shape as typeof variables).safeParse(environment);
  for (const { path: place, message } of read.error?.issues ?? [])
    problems.push(`${String(place[0])}: ${message}`);
  for (const { together = [], findProblems } of declarations) {
    for (const group of together) {
      const other = group.find((name) => environment[name]);
      for (const name of group)
        if (other && !environment[name]) problems.push(`${name}: required together with ${other}`);
    }
    problems.push(...(findProblems?.(environment, read.data) ?? []));
  }
  if (!read.success || problems.length > 0) throw new ConfigError([...new Set(problems)]);
  const values = read.data;
  const dataDir = path.resolve(values.DATA_DIR);
  const isProduction = values.NODE_ENV === 'production';
  const config: Config = {
    ...values,
    DATA_DIR: dataDir,
    APP_SECRET: values.APP_SECRET ?? readOrCreateSecrets(dataDir),
    SITE_URL: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    // Only what calls are routed to has to wait until they are routed elsewhere.
    DRAIN_SECONDS:
      values.DRAIN_SECONDS ?? (isProduction && values.JOBS !== 'only' ? drainSecondsUsual : 0),
    isProduction,
    hasDevPages: !isProduction && !values.MAIL_URL,
    hasTestMode: !values.DATABASE_URL || values.TEST_MODE_DATABASE_URL !== undefined,
    isTestMode: false,
  };
  return Object.assign(config, ...declarations.map(({ derive }) => derive?.(config)));
}

/** One secret for all processes that share DATA_DIR: the first to write it wins. */
function readOrCreateSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secrets = parseSecrets(readFileSync(file, 'utf8'));
  if (secrets) return secrets;
  throw new ConfigError([`APP_SECRET: each secret in ${file} needs at least 32 characters`]);
}
