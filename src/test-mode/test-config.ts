import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { Secrets } from '#kernel/secrets.ts';
import { testModePath } from '#lib/test-mode.ts';
import { type AppConfig, areaConfigs } from '../app-config.ts';

const poolMax = 5;

/** What would reach the world outside, or belongs to the live database. */
const unset = {
  DATABASE_REPLICA_URL: undefined,
  DATABASE_DIRECT_URL: undefined,
  BACKUP_TO: undefined,
  BACKUP_WAL_DIR: undefined,
  MAIL_URL: undefined,
  ALERT_EMAIL: undefined,
  SENTRY_DSN: undefined,
  OTEL_SDK_DISABLED: 'true',
  METRICS_TOKEN: undefined,
  INBOUND_MAIL_SECRET: undefined,
  INBOUND_SMTP: undefined,
  INBOUND_IMAP_URL: undefined,
  STORAGE_URL: undefined,
  REDIS_URL: undefined,
} as const;

/**
 * The configuration of the environment that serves test mode: a database, files and secrets of its
 * own, the sandbox as the only provider of payments, no mail, no gateway and no staff.
 */
export function toTestConfig(live: AppConfig): AppConfig {
  const config: AppConfig = {
    ...live,
    ...unset,
    ...Object.assign({}, ...areaConfigs.map(({ inTestMode }) => inTestMode)),
    isTestMode: true,
    SITE_URL: live.SITE_URL + testModePath,
    DATA_DIR: path.join(live.DATA_DIR, 'test-mode'),
    DATABASE_URL: live.TEST_MODE_DATABASE_URL,
    DATABASE_POOL_MAX: Math.min(poolMax, live.DATABASE_POOL_MAX),
    APP_SECRET: ownSecrets(live.APP_SECRET),
    STAFF_EMAILS: [],
    hasDevPages: false,
  };
  return Object.assign(config, ...areaConfigs.map(({ derive }) => derive?.(config)));
}

/** Otherwise what is signed in test mode would be valid for the live object of the same name. */
function ownSecrets([first, ...others]: Secrets): Secrets {
  const own = (secret: string) =>
    createHmac('sha256', secret).update('test mode').digest('base64url');
  return [own(first), ...others.map(own)];
}
