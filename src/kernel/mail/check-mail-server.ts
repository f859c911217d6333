import type { Config } from '#kernel/config.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { describeConnectionFailure, formatCodes, type SmtpError } from './mail-failure.ts';
import type { Mail } from './outbox.ts';

/** Connects and signs in, without sending anything. */
export async function checkMailServer({
  mail,
  config,
}: {
  mail: Pick<Mail, 'checkServer'>;
  config: Pick<Config, 'MAIL_URL'>;
}): Promise<PartHealth> {
  if (!config.MAIL_URL)
    return { state: 'off', message: 'MAIL_URL is not set: mails go to the development mailbox.' };
  const { host, username } = new URL(config.MAIL_URL);
  try {
    await mail.checkServer();
  } catch (thrown) {
    const error = thrown as SmtpError;
    const message = describeConnectionFailure(error) ?? `It refuses us: ${formatCodes(error)}.`;
    return { state: 'down', message: `${host}: ${message}` };
  }
  const login = username ? `accepts the login of ${decodeURIComponent(username)}` : 'answers';
  return { state: 'ok', message: `${host} ${login}.` };
}
