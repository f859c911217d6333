// A mailbox by IMAP, with a login by password or by OAuth2.
import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import type { Config } from '#kernel/config.ts';
import { usesOauth } from '#kernel/mail/inbound-variables.ts';
import { createOauthTokens, OauthError, type OauthTokens } from '#kernel/mail/oauth-token.ts';
import { needsTls } from '#kernel/mail/transport.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { requireOnDemand } from '#kernel/require-on-demand.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { mailBytesMax } from '../../../wire/inbound-mail.constants.ts';

export type Mailbox = {
  /** The mails in it, oldest first. */
  list(): Promise<number[]>;
  /** Null when it is gone. Of a mail that is too large only the headers, without `isWhole`. */
  read(uid: number): Promise<{ raw: Buffer; isWhole: boolean } | null>;
  /** To the folder for what has been read. */
  moveAway(uid: number): Promise<void>;
  /** Until something may have arrived, `ms` have passed, or the connection has ended. */
  wait(ms: number): Promise<void>;
  isOpen(): boolean;
  /** Ends what is under way. */
  close(): void;
};

type MailboxConfig = Pick<
  Config,
  | 'INBOUND_IMAP_URL'
  | 'INBOUND_IMAP_FOLDER'
  | 'MAIL_OAUTH_TENANT'
  | 'MAIL_OAUTH_CLIENT_ID'
  | 'MAIL_OAUTH_CLIENT_SECRET'
  | 'MAIL_OAUTH_URL'
  | 'MAIL_OAUTH_SCOPE'
>;

export const createMailboxTokens = (config: MailboxConfig): OauthTokens =>
  createOauthTokens(config, () => performance.now());

/** Throws MailboxError. */
export async function openMailbox(config: MailboxConfig, tokens: OauthTokens): Promise<Mailbox> {
  const address = new URL(config.INBOUND_IMAP_URL!);
  const folder = decodeURIComponent(address.pathname.slice(1)) || 'INBOX';
  const client = await connect(config.INBOUND_IMAP_URL!, tokens);
  try {
    const done = config.INBOUND_IMAP_FOLDER;
    const folders = await client.list();
    const existing = folders.find(({ name, path }) => name === done || path === done);
    // Many servers want it below the inbox, and say so in the path of what they create.
    const donePath = existing?.path ?? (await client.mailboxCreate(done)).path;
    await client.mailboxOpen(folder);
    return createMailbox(client, donePath);
  } catch (error) {
    client.close();
    throw toMailboxError(error, address.host);
  }
}

async function connect(url: string, tokens: OauthTokens): Promise<ImapFlow> {
  try {
    return await signIn(url, tokens);
  } catch (error) {
    if (!usesOauth(url) || !isRefusedLogin(error) || !tokens.drop())
      throw toMailboxError(error, new URL(url).host);
    return signIn(url, tokens).catch((again: unknown) => {
      throw toMailboxError(again, new URL(url).host);
    });
  }
}

async function signIn(url: string, tokens: OauthTokens): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const secure = protocol === 'imaps:';
  const options: ImapFlowOptions = {
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(needsTls(url) && { doSTARTTLS: true }),
    auth: usesOauth(url)
      ? { user, accessToken: await tokens.read() }
      : { user, pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 5 * minuteMs,
    autoIdleDelay: secondMs,
    maxLiteralSize: 2 * mailBytesMax,
    maxResponseSize: 3 * mailBytesMax,
  };
  const { ImapFlow: Client } = requireOnDemand('imapflow') as typeof import('imapflow');
  const client = new Client(options);
  // Each command fails with it as well.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const byUid = { uid: true } as const;

function createMailbox(client: ImapFlow, donePath: string): Mailbox {
  let hasNews = false;
  let wake: () => void = () => undefined;
  client.on('exists', () => {
    hasNews = true;
    wake();
  });
  client.on('close', () => wake());
  return {
    list: async () => {
      hasNews = false;
      const uids = await client.search({ all: true }, byUid);
      // A connection that has ended finds nothing.
      if (!uids) throw new MailboxError('The connection to the mailbox has ended.');
      return uids.sort((a, b) => a - b);
    },
    async read(uid) {
      const found = await client.fetchOne(String(uid), { size: true }, byUid);
      if (!found) return null;
      const isWhole = (found.size ?? 0) <= mailBytesMax;
      const query = isWhole ? { source: true } : { headers: true };
      const mail = await client.fetchOne(String(uid), query, byUid);
      const raw = mail && (isWhole ? mail.source : mail.headers);
      return raw ? { raw, isWhole } : null;
    },
    async moveAway(uid) {
      if (!(await client.messageMove(String(uid), donePath, byUid)))
        throw new MailboxError(`a mail could not be moved to the folder ${donePath}.`);
    },
    async wait(ms) {
      if (hasNews || !client.usable) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
    isOpen: () => client.usable,
    close: () => client.close(),
  };
}

/** Words for operators; they contain no secret. */
export class MailboxError extends Error {}

type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  responseText?: string;
};

const isRefusedLogin = (error: unknown): boolean =>
  (error as ImapError).authenticationFailed === true;

function toMailboxError(error: unknown, host: string): MailboxError {
  if (error instanceof MailboxError) return error;
  const { code, message, responseText } = error as ImapError;
  if (error instanceof OauthError)
    return new MailboxError(`No token for the mailbox: ${error.message}.`);
  if (isRefusedLogin(error))
    return new MailboxError(
      `${host} refused the login of INBOUND_IMAP_URL (${responseText ?? message}): check user and password, or what the application of MAIL_OAUTH_CLIENT_ID may do.`,
    );
  return new MailboxError(`${host}: ${responseText ?? code ?? message}.`);
}

/** Connects and signs in, and reads nothing. */
export async function checkMailbox(config: MailboxConfig): Promise<PartHealth> {
  const { host, username } = new URL(config.INBOUND_IMAP_URL!);
  try {
    const mailbox = await openMailbox(config, createMailboxTokens(config));
    const count = (await mailbox.list()).length;
    mailbox.close();
    const message = `${host} accepts the login of ${decodeURIComponent(username)}; ${count} unread.`;
    return { state: 'ok', message };
  } catch (error) {
    return { state: 'down', message: toMailboxError(error, host).message };
  }
}
