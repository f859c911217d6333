// One attempt to deliver an e-mail, and its result.
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { JobHandler } from '#kernel/jobs/jobs.ts';
import type { Logger } from '#kernel/observability/logging.ts';
import { startSpan } from '#kernel/observability/spans.ts';
import { maskAddress } from './addresses.ts';
import type { Bounces } from './bounces/bounces.ts';
import { describeConnectionFailure, formatCodes, type SmtpError } from './mail-failure.ts';
import { findHold, holdMail } from './mail-hold-store.ts';
import { createMessageId } from './message-id-store.ts';
import type { MailTransport } from './transport.ts';

export type DeliveryDeps = {
  database: Database;
  transport: MailTransport;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'MAIL_FROM' | 'SITE_URL'>;
  siteName: string;
  bounces: Bounces;
};

type MailRow = NonNullable<Awaited<ReturnType<typeof findQueued>>>;
type DeliveryFailure = { reason: string; isFinal: boolean };
type DeliveryStatus = 'sent' | 'dead' | 'queued' | 'held' | 'discarded';

const expired: DeliveryFailure = {
  reason: 'It expired before it could be sent.',
  isFinal: true,
};

/**
 * The job of a queued e-mail. pg-boss gives a job to one worker, and an e-mail that is no longer
 * queued is skipped: it is sent once, unless the process dies between the server's response and our
 * record of it. The Message-ID stays the same then, so that receivers can detect the duplicate.
 */
export function deliverMail(deps: DeliveryDeps): JobHandler<{ mailId: string }> {
  return async ({ mailId }, { isLastAttempt }) => {
    const mail = await findQueued(deps.database, mailId);
    if (!mail) return;
    const isLate = mail.expires_at !== null && mail.expires_at <= deps.clock.now();
    if (!isLate && (await isHeld(mail, deps.database))) return logResult(mail, 'held', null, deps);
    const refusal = isLate ? null : await findRefusal(mail, deps);
    const failure = isLate ? expired : (refusal ?? (await trySend(mail, deps)));
    const over = refusal ? 'discarded' : 'dead';
    const outcome = !failure ? 'sent' : failure.isFinal || isLastAttempt ? over : 'queued';
    await recordResult(mail, outcome, failure, deps);
    logResult(mail, outcome, failure, deps);
    // Makes the queue retry later.
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

/**
 * Holds the e-mail if there is a hold. A code that was requested since then is delivered: its
 * recipient just requested it from this installation, and operators need one to end the hold.
 */
async function isHeld(mail: MailRow, database: Database): Promise<boolean> {
  const hold = await findHold(database.write);
  if (!hold || (mail.is_urgent && mail.created_at >= hold.since)) return false;
  return database.transaction((tx) => holdMail(tx, mail.id));
}

/**
 * Sending on to an address that does not exist makes mailbox providers distrust the sender. A code
 * is still sent: the mailbox may work again.
 */
async function findRefusal(
  mail: MailRow,
  { database, bounces }: DeliveryDeps,
): Promise<DeliveryFailure | null> {
  if (mail.is_urgent) return null;
  const found = await bounces.findUndeliverable(database.write, mail.to_address);
  const code = found?.status ? ` (${found.status})` : '';
  return found ? { reason: `Not sent: mails to this address bounce${code}.`, isFinal: true } : null;
}

async function trySend(mail: MailRow, deps: DeliveryDeps): Promise<DeliveryFailure | null> {
  const { transport, config, siteName, bounces, log } = deps;
  const reportsTo = bounces.createAddress({ mailId: mail.id, attempt: mail.attempts + 1 });
  const message = {
    id: mail.id,
    isUrgent: mail.is_urgent,
    messageId: createMessageId(config, mail.id),
    from: { name: siteName, address: config.MAIL_FROM },
    to: { name: mail.to_name, address: mail.to_address },
    replyTo: mail.reply_to ?? undefined,
    isTyped: mail.is_typed,
    thread: mail.thread.split(' ').filter(Boolean),
    subject: mail.subject,
    html: mail.html,
    text: mail.body,
  };
  const span = startSpan(() => ({
    name: 'send mail',
    kind: 'client',
    attributes: { 'mail.id': mail.id, 'mail.kind': mail.kind, 'mail.attempt': mail.attempts + 1 },
  }));
  try {
    if (!reportsTo) await transport.send(message);
    else
      await transport.send({ ...message, reportsTo }).catch(async (error: SmtpError) => {
        if (!mayBeAboutSender(error) || (error.responseCode ?? 0) < 500) throw error;
        // A relay that accepts MAIL_FROM only: better without reports than not at all.
        log.warn({ mail: mail.id, code: error.responseCode }, 'the envelope sender was refused');
        await transport.send(message);
      });
    span?.end();
    return null;
  } catch (error) {
    span?.end({
      errorType: String((error as SmtpError).responseCode ?? (error as SmtpError).code),
    });
    return toDeliveryFailure(error as SmtpError);
  }
}

/** What a mail server says of a message that is too large, already at `MAIL FROM`. */
const tooLarge = 552;
const isAboutSender = ({ command, responseCode }: SmtpError): boolean =>
  command === 'MAIL FROM' && responseCode !== tooLarge;

/** Many servers refuse the sender only after the recipient or the text. */
const mayBeAboutSender = (error: SmtpError): boolean =>
  isAboutSender(error) ||
  (['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '') &&
    /\b5\.1\.[78]\b|\b5\.7\.\d|\bsender\b|\bsend as\b|bounce\+/i.test(error.response ?? ''));

/**
 * Stores codes only: the text of a response may quote the e-mail. Only a 5xx about this e-mail is
 * final; one about the connection or the sender (a wrong password, a blocked host, a MAIL_FROM that
 * is not allowed) must be fixed by the operator, and e-mails wait until then.
 */
function toDeliveryFailure(error: SmtpError): DeliveryFailure {
  const reason = describeConnectionFailure(error);
  if (reason) return { reason, isFinal: false };
  const { code = 'error', responseCode = 0 } = error;
  const codes = formatCodes(error);
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(code) && !isAboutSender(error);
  const isFinal = responseCode >= 500 && isAboutMail;
  return {
    reason: isFinal ? `Refused: ${codes}.` : `Put off by the mail server: ${codes}.`,
    isFinal,
  };
}

async function recordResult(
  mail: MailRow,
  outcome: DeliveryStatus,
  failure: DeliveryFailure | null,
  { database, clock }: DeliveryDeps,
): Promise<void> {
  const isOver = outcome !== 'queued';
  await database.write
    .updateTable('mail')
    .set({
      status: outcome,
      attempts: mail.attempts + (outcome === 'discarded' ? 0 : 1),
      last_error: failure?.reason ?? null,
      sent_at: outcome === 'sent' ? clock.now() : null,
      // A sign-in code is not needed after its delivery and must not be left for an attacker.
      ...(isOver && mail.is_secret && { subject: '', html: '', body: '' }),
    })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .execute();
}

const logLevels: Record<DeliveryStatus, 'info' | 'warn' | 'error'> = {
  sent: 'info',
  queued: 'info',
  held: 'info',
  discarded: 'warn',
  dead: 'error',
};

function logResult(
  mail: MailRow,
  outcome: DeliveryStatus,
  failure: DeliveryFailure | null,
  { log }: DeliveryDeps,
): void {
  const { id, kind, attempts, to_address } = mail;
  log[logLevels[outcome]](
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
