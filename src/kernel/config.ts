// Every environment variable that the process reads, in one schema. Nothing else reads process.env.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { normalizeEmail } from '#lib/email-address.ts';
import { listTestSettings } from '#lib/test-money.ts';
import { type Environment, readConfigFiles } from './config-files.ts';
import {
  apiUrl,
  checkBucket,
  checkDatabase,
  checkReplica,
  count,
  email,
  flag,
  isPlain,
  link,
  list,
  name,
  namedUrls,
  plainOnly,
  secretList,
  sentryDsn,
  trustedProxies,
  url,
  words,
} from './config-values.ts';
import { inboundVariables, listMailProblems } from './mail/inbound-variables.ts';
import { telemetryVariables } from './observability/telemetry-variables.ts';
import { parseSecrets, type Secrets } from './secrets.ts';

/** Publishers of exchange rates; their addresses are in the area that uses them. */
const rateSourceIds = [
  ...(['ecb', 'frankfurter', 'cbr', 'nbu', 'nbg', 'nbk', 'cbk', 'cbn', 'hmrc', 'boc'] as const),
  ...(['rba', 'bazg', 'cbuae', 'fed', 'nbp'] as const),
] as const;

const variables = z.object({
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
  NOWPAYMENTS_API_KEY: z.string().optional(),
  NOWPAYMENTS_IPN_SECRET: z.string().optional(),
  NOWPAYMENTS_URL: url('http:', 'https:')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_URL: url('http:', 'https:').optional(),
  PROVIDERS: z.enum(['real', 'fake']).default('real'),
  PAYMENTS_SANDBOX: flag.optional(),
  PAYMENTS_TEST_KEYS: flag.default(false),
  ADJUSTMENT_MAX_USD: count(1, 1_000_000_000).default(10_000),
  PROXY_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(65535)], {
      error: 'must be a port number, or off',
    })
    .optional(),
  PROXY_ALLOW_PRIVATE: flag.default(false),
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  PROXY_CHECK_URL: url('http:', 'https:').optional(),
  RATES_URL: url('http:', 'https:').optional(),
  RATES_SOURCES: list.pipe(
    z.array(z.enum(rateSourceIds, { error: `must be of ${rateSourceIds.join(', ')}` })),
  ),
  RATES_MIRRORS: namedUrls(rateSourceIds),
  RATES_FORMAT: z.enum(['ecb', 'frankfurter']).default('ecb'),
  VIES_URL: apiUrl.optional(),
  SPEECH_API_URL: url('http:', 'https:').optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_STT_MODEL: z.string().default('whisper-1'),
  SPEECH_TTS_MODEL: z.string().default('tts-1'),
  SPEECH_TTS_VOICES: list
    .pipe(z.array(z.string().regex(/^[\w.-]{1,80}$/, { error: 'must be names of voices' })))
    .transform((all) =>
      all.length > 0 ? all : ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'],
    ),
  SPEECH_TIMEOUT_SECONDS: z.coerce
    .number({ error: 'must be a number' })
    .min(1)
    .max(3600)
    .default(60),
  STT_MODEL_DIR: z.string().optional(),
  SPEECH_MODELS_URL: apiUrl.optional(),
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
});

/** Of the environment; `NODE_ENV` among them. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

const neededInProduction = ['APP_SECRET', 'SITE_URL', 'MAIL_URL'] as const;
// Without its secret a provider could not verify webhooks, and forged ones would credit money.
const paymentKeys = [
  ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const;
const neededTogether = [
  ...paymentKeys,
  ['MAIL_OAUTH_TENANT', 'MAIL_OAUTH_CLIENT_ID', 'MAIL_OAUTH_CLIENT_SECRET'],
  ['INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY'],
] as const;
const drainSecondsUsual = 5;
const loopback = ['127.0.0.1', '::1', 'localhost'];
/** The gateway's ports in development: the next one is used while another program has the first. */
const developmentGatewayPorts = Array.from({ length: 10 }, (_, at) => 3128 + at);

/** Those of `fileSettings` change when their file does: read them where they are used. */
export type Config = Readonly<
  Omit<z.output<typeof variables>, 'APP_SECRET' | 'DRAIN_SECONDS' | 'SITE_URL' | 'PROXY_PORT'> & {
    /** How long a process that was asked to stop still accepts calls. */
    DRAIN_SECONDS: number;
    /** Those of the variable, or of DATA_DIR. */
    APP_SECRET: Secrets;
    SITE_URL: string;
    isProduction: boolean;
    /** Of the proxy gateway: it listens on the first that is free. Empty when it is off. */
    gatewayPorts: readonly number[];
    /**
     * Whether the dev mailbox and other `/dev` pages exist: outside production, without MAIL_URL.
     */
    hasDevPages: boolean;
    /** Whether sandbox payments are offered: outside production, or when switched on. */
    hasPaymentSandbox: boolean;
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

/**
 * Reads and validates the environment and the files that it names. Empty variables count as unset.
 * Outside production a missing APP_SECRET is generated once and stored in DATA_DIR, where others
 * can be added. Throws ConfigError with all problems at once.
 */
export function readConfig(env: Environment): Config {
  const { environment, problems } = readConfigFiles(env);
  const read = variables.safeParse(environment);
  for (const { path: place, message } of read.error?.issues ?? [])
    problems.push(`${String(place[0])}: ${message}`);
  const isProduction = environment.NODE_ENV === 'production';
  if (isProduction) {
    for (const name of neededInProduction)
      if (!environment[name]) problems.push(`${name}: required when NODE_ENV is production`);
  } else if (
    environment.HOST &&
    !loopback.includes(environment.HOST) &&
    !read.data?.ALLOW_PUBLIC_DEV
  ) {
    problems.push(
      'HOST: outside production only a loopback address starts; set ALLOW_PUBLIC_DEV=1 to open it',
    );
  }
  for (const group of neededTogether) {
    const other = group.find((name) => environment[name]);
    for (const name of group)
      if (other && !environment[name]) problems.push(`${name}: required together with ${other}`);
  }
  problems.push(...listMailProblems(environment));
  if (read.data && read.data.HEALTH_PORT === read.data.PORT)
    problems.push('HEALTH_PORT: must not be PORT');
  if (environment.TEST_MODE_DATABASE_URL === environment.DATABASE_URL && environment.DATABASE_URL)
    problems.push('TEST_MODE_DATABASE_URL: must not be the database of DATABASE_URL');
  // Anyone who finds the sandbox page could credit their own account with real balance.
  if (isProduction && flag.safeParse(environment.PAYMENTS_SANDBOX).data)
    for (const [name] of paymentKeys)
      if (environment[name])
        problems.push(`PAYMENTS_SANDBOX: must not be on in production together with ${name}`);
  // Whoever answers there could say that anything was paid.
  for (const name of ['STRIPE_URL', 'PROVIDERS'] as const)
    if (isProduction && environment[name] && environment[name] !== 'real')
      problems.push(`${name}: providers that are played on a machine are not for production`);
  // Wallets filled with money that does not exist would buy real things.
  if (isProduction && read.data && !read.data.PAYMENTS_TEST_KEYS)
    for (const name of listTestSettings(read.data))
      problems.push(
        `${name}: is of the provider's test mode, which moves no money; set PAYMENTS_TEST_KEYS=on to allow it in production`,
      );
  if (!read.success || problems.length > 0) throw new ConfigError([...new Set(problems)]);
  const { PROXY_PORT, ...values } = read.data;
  const dataDir = path.resolve(values.DATA_DIR);
  return {
    ...values,
    DATA_DIR: dataDir,
    APP_SECRET: values.APP_SECRET ?? readOrCreateSecrets(dataDir),
    SITE_URL: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    // Only what calls are routed to has to wait until they are routed elsewhere.
    DRAIN_SECONDS:
      values.DRAIN_SECONDS ?? (isProduction && values.JOBS !== 'only' ? drainSecondsUsual : 0),
    isProduction,
    gatewayPorts: chooseGatewayPorts(PROXY_PORT, values.NODE_ENV),
    hasDevPages: !isProduction && !values.MAIL_URL,
    hasPaymentSandbox: values.PAYMENTS_SANDBOX ?? !isProduction,
    hasTestMode: !values.DATABASE_URL || values.TEST_MODE_DATABASE_URL !== undefined,
    isTestMode: false,
  };
}

function chooseGatewayPorts(chosen: number | 'off' | undefined, mode: string): readonly number[] {
  if (chosen === 'off') return [];
  if (chosen !== undefined) return [chosen];
  return mode === 'development' ? developmentGatewayPorts : [];
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
