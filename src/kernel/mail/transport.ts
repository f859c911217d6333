import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#kernel/config.ts';
import { recreateOnChange } from '#kernel/recreate-on-change.ts';
import { requireOnDemand } from '#kernel/require-on-demand.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { assertSingleAddress, type MailAddress, toOneLine } from './addresses.ts';
import { usesOauth } from './inbound-variables.ts';
import { isRefusedLogin, type SmtpError } from './mail-failure.ts';
import { createOauthTokens, type MailOauthConfig, type OauthTokens } from './oauth-token.ts';

export type MailConfig = Pick<Config, 'MAIL_URL' | 'DATA_DIR'> & MailOauthConfig;

export type MailMessage = {
  id: string;
  /** Sent over a connection of its own. */
  isUrgent?: boolean;
  /** With angle brackets; the same for every attempt, so that receivers can drop duplicates. */
  messageId: string;
  from: MailAddress;
  /** The envelope's sender, which servers report to. `from` by default. */
  reportsTo?: string | undefined;
  to: MailAddress;
  replyTo?: string | undefined;
  /** A person wrote its words. */
  isTyped?: boolean;
  /** Message-IDs with angle brackets, oldest first. */
  thread?: readonly string[];
  subject: string;
  html: string;
  text: string;
};

/** Throws SmtpError. */
export type MailTransport = {
  send(message: MailMessage): Promise<void>;
  /** Connects and signs in, without sending anything. */
  check(): Promise<void>;
  close(): void;
};

/** The folder of the dev mailbox, with one `<mail id>.eml` per message. */
export const mailboxDir = (config: Pick<Config, 'DATA_DIR'>): string =>
  path.join(config.DATA_DIR, 'mail');

/** The mail server of MAIL_URL, or the dev mailbox without one. */
export function openMailTransport(
  config: MailConfig,
  now: () => number = () => performance.now(),
): MailTransport {
  if (!config.MAIL_URL) return openMailbox(mailboxDir(config));
  const smtp = recreateOnChange(
    () => config.MAIL_URL!,
    (url) =>
      openSmtp(
        url,
        usesOauth(url) && config.MAIL_OAUTH_TENANT ? createOauthTokens(config, now) : null,
      ),
    (before) => before.close(),
  );
  return {
    send: (message) => smtp().send(message),
    check: () => smtp().check(),
    close: () => smtp().close(),
  };
}

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);

/** A server on another machine has to encrypt, unless the address says `requireTLS=false`. */
export function needsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  return (
    /^(smtp|imap):$/.test(protocol) &&
    !isLocal(hostname) &&
    searchParams.get('requireTLS') !== 'false'
  );
}

/** Shorter than the expiry of the delivery job, so that attempts never overlap. */
const sendTimeoutMs = 60_000;
const nodemailer = () => requireOnDemand('nodemailer') as typeof import('nodemailer');
const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true } as const;

function openSmtp(url: string, tokens: OauthTokens | null): MailTransport {
  const settings = {
    url,
    requireTLS: needsTls(url),
    ...(tokens && { auth: toOauthLogin(url, tokens) }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    ...noOutsideContent,
  };
  const { createTransport } = nodemailer();
  const pooled = createTransport({ ...settings, pool: true, maxConnections: 4 });
  // A new connection each time: the pooled ones may be busy, or have died without notice.
  const direct = createTransport(settings);
  return {
    send: async (message) => {
      const signal = createTimeout(sendTimeoutMs);
      const smtp = message.isUrgent ? direct : pooled;
      await withValidLogin(tokens, () => smtp.sendMail({ ...toEnvelope(message), signal }));
    },
    check: () => withValidLogin(tokens, () => direct.verify()),
    close: () => {
      pooled.close();
      direct.close();
    },
  };
}

function toOauthLogin(url: string, tokens: OauthTokens) {
  type Done = (error: Error | null, token: string, expiresAtMs: number) => void;
  return {
    type: 'OAuth2',
    user: decodeURIComponent(new URL(url).username),
    // Long ago: each connection reads the token that all share.
    provisionCallback: (_user: string, _renew: boolean, done: Done) =>
      void tokens.read().then(
        (token) => done(null, token, 1),
        (error) => done(error, '', 1),
      ),
  } as const;
}

/** Tries again once with a new token where the server refused an old one. */
async function withValidLogin(
  tokens: OauthTokens | null,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isRefusedLogin(error as SmtpError) || !tokens?.drop()) throw error;
    await act();
  }
}

/** Stored in files, so that all processes that share DATA_DIR show the same mailbox. */
function openMailbox(dir: string): MailTransport {
  const createComposer = () =>
    nodemailer().createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      ...noOutsideContent,
    });
  let composer: ReturnType<typeof createComposer> | undefined;
  return {
    send: async (message) => {
      composer ??= createComposer();
      const { message: raw } = await composer.sendMail(toEnvelope(message));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = path.join(dir, `${message.id}.eml`);
      await writeFile(`${file}.${process.pid}`, raw as Buffer, { mode: 0o600 });
      await rename(`${file}.${process.pid}`, file);
    },
    check: async () => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
    },
    close: () => composer?.close(),
  };
}

/** Addresses are objects: as a string, `a@x.y\r\nBcc: b@x.y` would reach the second address. */
function toEnvelope(message: MailMessage) {
  const { to, from, replyTo, reportsTo, subject, thread = [] } = message;
  const { messageId, html, text } = message;
  assertSingleAddress(to.address);
  if (replyTo) assertSingleAddress(replyTo);
  if (reportsTo) assertSingleAddress(reportsTo);
  return {
    messageId,
    html,
    text,
    to: { name: toOneLine(to.name ?? ''), address: to.address },
    from: { name: toOneLine(from.name ?? ''), address: from.address },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(reportsTo && { envelope: { from: reportsTo, to: [to.address] } }),
    headers: {
      // Absence notes would answer it.
      'X-Auto-Response-Suppress': 'All',
      ...(!message.isTyped && { 'Auto-Submitted': 'auto-generated' }),
    },
    ...(thread.length > 0 && { references: [...thread], inReplyTo: thread.at(-1) }),
    subject: toOneLine(subject),
  };
}
