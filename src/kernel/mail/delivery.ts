// One try to deliver one mail, and what is kept of it.
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config.ts';
import type { Database } from '#kernel/database/database.ts';
import type { JobHandler } from '#kernel/jobs.ts';
import type { Logger } from '#kernel/logging.ts';
import { maskAddress } from './addresses.ts';
import type { MailTransport } from './transport.ts';

export type DeliveryDeps = {
  database: Database;
  transport: MailTransport;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'MAIL_FROM' | 'SITE_URL'>;
  siteName: string;
};

type MailRow = NonNullable<Awaited<ReturnType<typeof findQueued>>>;
type Failure = { reason: string; isFinal: boolean };
type Outcome = 'sent' | 'dead' | 'queued';

const late: Failure = { reason: 'Its time was over before it could be sent.', isFinal: true };

/**
 * The job of a queued mail. pg-boss hands a job to one worker, and a mail that is no longer queued
 * is left alone: it goes out once, unless a process dies between the server's answer and our note
 * of it. The Message-ID stays the same then, so that receivers can tell.
 */
export function deliverMail(deps: DeliveryDeps): JobHandler<{ mailId: string }> {
  return async ({ mailId }, { isLastAttempt }) => {
    const mail = await findQueued(deps.database, mailId);
    if (!mail) return;
    const isLate = mail.expires_at !== null && mail.expires_at <= deps.clock.now();
    const failure = isLate ? late : await trySending(mail, deps);
    const outcome = !failure ? 'sent' : failure.isFinal || isLastAttempt ? 'dead' : 'queued';
    await noteOutcome(mail, outcome, failure, deps);
    logOutcome(mail, outcome, failure, deps.log);
    // Thrown so that the queue tries again later.
    if (failure && outcome === 'queued') throw new Error(failure.reason);
  };
}

const findQueued = ({ write }: Database, mailId: string) =>
  write
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .executeTakeFirst();

async function trySending(mail: MailRow, deps: DeliveryDeps): Promise<Failure | null> {
  const { transport, config, siteName } = deps;
  try {
    await transport.send({
      id: mail.id,
      messageId: `<${mail.id}@${new URL(config.SITE_URL).hostname}>`,
      from: { name: siteName, address: config.MAIL_FROM },
      to: { name: mail.to_name, address: mail.to_address },
      replyTo: mail.reply_to ?? undefined,
      thread: mail.thread.split(' ').filter(Boolean),
      subject: mail.subject,
      html: mail.html,
      text: mail.body,
    });
    return null;
  } catch (error) {
    return readFailure(error as SmtpError);
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/**
 * Codes alone: an answer's words may repeat what the mail says. Only a 5xx about this mail is
 * final; one about the connection (a refused password, a blocked host) is the operator's to mend,
 * and mails wait for it.
 */
function readFailure({ code = 'error', responseCode, response }: SmtpError): Failure {
  if (!responseCode) return { reason: `No answer from the mail server (${code}).`, isFinal: false };
  const detail = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const codes = [responseCode, detail, code].filter(Boolean).join(' ');
  const isFinal = responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code);
  return {
    reason: isFinal ? `Refused: ${codes}.` : `Put off by the mail server: ${codes}.`,
    isFinal,
  };
}

async function noteOutcome(
  mail: MailRow,
  outcome: Outcome,
  failure: Failure | null,
  { database, clock }: DeliveryDeps,
): Promise<void> {
  const isOver = outcome !== 'queued';
  await database.write
    .updateTable('mail')
    .set({
      status: outcome,
      attempts: mail.attempts + 1,
      last_error: failure?.reason ?? null,
      sent_at: outcome === 'sent' ? clock.now() : null,
      // A code that was sent, or never will be, is worth nothing to us and something to a thief.
      ...(isOver && mail.is_secret && { subject: '', html: '', body: '' }),
    })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .execute();
}

function logOutcome(mail: MailRow, outcome: Outcome, failure: Failure | null, log: Logger): void {
  const { id, kind, attempts, to_address } = mail;
  log[outcome === 'dead' ? 'error' : 'info'](
    {
      mail: id,
      kind,
      attempt: attempts + 1,
      outcome,
      to: maskAddress(to_address),
      ...(failure && { reason: failure.reason }),
    },
    'mail',
  );
}
