// The settings of the ways in which mail comes in: signed calls, SMTP and a mailbox.
import { z } from 'zod';
import { url } from '../config-values.ts';
import { readTrustedProxies } from '../http/trusted-proxies.ts';

const listenAddress = z.string().transform((text, { issues }) => {
  const [, host = '127.0.0.1', digits] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (port <= 65_535) return { host: host.replace(/^\[(.+)\]$/, '$1'), port };
  const message = 'must be ADDRESS:PORT, such as 0.0.0.0:2525';
  issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

const networks = z.string().transform((text, { issues }) => {
  const read = readTrustedProxies(text);
  if (typeof read === 'object' && read !== null) return read;
  const message = 'must be a list of addresses, CIDR ranges and names: loopback, uniquelocal';
  issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

const pem = (kind: string) =>
  z.string().regex(new RegExp(`-----BEGIN [A-Z ]*${kind}-----`), {
    error: `must be a ${kind.toLowerCase()} in PEM`,
  });

export const inboundVariables = {
  INBOUND_MAIL_SECRET: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  INBOUND_AUTHSERV_ID: z
    .string()
    .regex(/^[\w.:-]{1,255}$/, { error: 'must be a name such as mx.example.com, or none' })
    .optional(),
  INBOUND_SMTP: listenAddress.optional(),
  INBOUND_SMTP_FROM: networks.default(['loopback', 'uniquelocal']),
  INBOUND_SMTP_CERT: pem('CERTIFICATE').optional(),
  INBOUND_SMTP_KEY: pem('PRIVATE KEY').optional(),
  INBOUND_IMAP_URL: url('imap:', 'imaps:').optional(),
  INBOUND_IMAP_FOLDER: z.string().min(1).max(100).default('Processed'),
};

export type InboundConfig = Readonly<Partial<z.output<z.ZodObject<typeof inboundVariables>>>>;

/** Whether mails can be answered, and bounces reported, by mail. */
export const hasInboundMail = (config: InboundConfig): boolean =>
  [config.INBOUND_MAIL_SECRET, config.INBOUND_SMTP, config.INBOUND_IMAP_URL].some(Boolean);

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the login of the address is the one by OAuth2. */
export const usesOauth = (address: string | undefined): boolean => {
  const { username, password } = address && URL.canParse(address) ? new URL(address) : {};
  return Boolean(username) && !password;
};

/** What is wrong between the settings. */
export function listMailProblems(environment: Environment): string[] {
  const { INBOUND_IMAP_URL: mailbox, MAIL_OAUTH_TENANT: tenant, MAIL_URL } = environment;
  const problems: string[] = [];
  const unsigned = ['INBOUND_SMTP', 'INBOUND_IMAP_URL'].find((name) => environment[name]);
  if (unsigned && !environment.INBOUND_AUTHSERV_ID)
    problems.push(
      `INBOUND_AUTHSERV_ID: required with ${unsigned}: the name in the Authentication-Results of your mail server, or none where it writes no name`,
    );
  if (mailbox && URL.canParse(mailbox) && !new URL(mailbox).username)
    problems.push('INBOUND_IMAP_URL: needs the user, as in imaps://user:password@host');
  if (usesOauth(mailbox) && !tenant)
    problems.push('INBOUND_IMAP_URL: needs a password, or MAIL_OAUTH_TENANT and the others');
  if (tenant && ![MAIL_URL, mailbox].some(usesOauth))
    problems.push(
      'MAIL_OAUTH_TENANT: needs MAIL_URL or INBOUND_IMAP_URL with the mailbox as its user, and without a password',
    );
  return problems;
}
