import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '#kernel/config.ts';
import { assertOneAddress, type MailAddress, toOneLine } from './addresses.ts';

export type MailMessage = {
  id: string;
  /** With its angle brackets; the same at every try, so that receivers can drop a repetition. */
  messageId: string;
  from: MailAddress;
  to: MailAddress;
  replyTo?: string | undefined;
  /** Message-IDs with their angle brackets, the oldest first. */
  thread?: readonly string[];
  subject: string;
  html: string;
  text: string;
};

/** Throws nodemailer's errors (`code`, and `responseCode` when the server answered). */
export type MailTransport = { send(message: MailMessage): Promise<void>; close(): void };

/** Where the dev mailbox keeps its messages, one `<mail id>.eml` each. */
export const mailboxDir = (config: Pick<Config, 'DATA_DIR'>): string =>
  path.join(config.DATA_DIR, 'mail');

/** The mail server of MAIL_URL, or the dev mailbox where there is none. */
export function openMailTransport(config: Pick<Config, 'MAIL_URL' | 'DATA_DIR'>): MailTransport {
  return config.MAIL_URL ? openSmtp(config.MAIL_URL) : openMailbox(mailboxDir(config));
}

/** Below the expiry of the delivery job: a second try must not begin while the first still runs. */
const sendTimeoutMs = 60_000;
const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true } as const;

function openSmtp(url: string): MailTransport {
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    ...noOutsideContent,
  });
  return {
    send: async (message) => {
      const signal = AbortSignal.timeout(sendTimeoutMs);
      await smtp.sendMail({ ...toEnvelope(message), signal });
    },
    close: () => smtp.close(),
  };
}

/** Files rather than memory: every process that shares DATA_DIR shows the same mailbox. */
function openMailbox(dir: string): MailTransport {
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noOutsideContent,
  });
  return {
    send: async (message) => {
      const { message: raw } = await composer.sendMail(toEnvelope(message));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = path.join(dir, `${message.id}.eml`);
      await writeFile(`${file}.${process.pid}`, raw as Buffer, { mode: 0o600 });
      await rename(`${file}.${process.pid}`, file);
    },
    close: () => composer.close(),
  };
}

/** Addresses go as objects: as a text, `a@x.y\r\nBcc: b@x.y` reached the second person. */
function toEnvelope(message: MailMessage) {
  const { id: _, to, replyTo, subject, thread = [], ...rest } = message;
  assertOneAddress(to.address);
  if (replyTo) assertOneAddress(replyTo);
  return {
    ...rest,
    to: { name: toOneLine(to.name ?? ''), address: to.address },
    from: { name: toOneLine(rest.from.name ?? ''), address: rest.from.address },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(thread.length > 0 && { references: [...thread], inReplyTo: thread.at(-1) }),
    subject: toOneLine(subject),
  };
}
