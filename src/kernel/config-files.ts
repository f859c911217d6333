// Settings in files, as containers mount secrets: with STRIPE_SECRET_KEY_FILE, the content of that
// file is STRIPE_SECRET_KEY. These are the keys of services, which their operators replace.
import { readFileSync } from 'node:fs';

export const fileSettings = [
  ...(['MAIL_URL', 'MAIL_OAUTH_CLIENT_SECRET', 'INBOUND_MAIL_SECRET'] as const),
  ...(['INBOUND_IMAP_URL', 'INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY'] as const),
  ...(['STORAGE_URL', 'SPEECH_API_KEY'] as const),
  ...(['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'] as const),
  ...(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that are not empty, with the contents of the files, without spaces and line breaks
 * around them. An empty file is a problem: it may be one that is just being written, and must not
 * unset anything.
 */
export function readConfigFiles(env: Environment): {
  environment: Record<string, string>;
  problems: string[];
} {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value) environment[name] = value;
  const problems: string[] = [];
  for (const name of fileSettings) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file) continue;
    try {
      if (environment[name]) problems.push(`${variable}: must not be set together with ${name}`);
      environment[name] = readFileSync(file, 'utf8').trim();
      if (!environment[name]) problems.push(`${variable}: ${file} is empty`);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      problems.push(`${variable}: ${file} cannot be read (${code})`);
    }
  }
  return { environment, problems };
}
