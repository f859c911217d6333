// What the author of a mail wrote, as text and with its formatting.
import type { Support } from '../context.ts';
import { listTexts } from '../messages/message-store.ts';
import type { Sender } from './find-sender.ts';
import { foldRichText } from './fold-rich-text.ts';
import type { ParsedMail } from './read-mail.ts';
import { parseReplyAddress } from './reply-addresses.ts';
import { createSentTexts } from './sent-texts.ts';
import { type Reply, splitReply } from './split-reply.ts';

const sentMailsMax = 20;

/** Quotes are found by what we sent: the mails to this sender, and the messages of the ticket. */
export async function readReply(
  support: Support,
  mail: ParsedMail,
  { email, ticketId }: Pick<Sender, 'email' | 'ticketId'>,
): Promise<Reply & { html: string | null }> {
  const { work, mail: outbox } = support.kernel;
  const mails = await outbox.listAfter({ to: email }, { last: undefined, count: sentMailsMax });
  const messages = ticketId ? await work.read((db) => listTexts(db, ticketId)) : [];
  const texts = mails.map(({ subject, text }) => `${subject ?? ''}\n${text ?? ''}`);
  const sent = createSentTexts(texts, messages);
  const ourHost = findOurHost(support, mail);
  const reply = splitReply(mail.text, sent, ourHost);
  return { ...reply, html: foldRichText(mail.rich, { sent, ourHost, typed: reply.text }) };
}

/** The host of our reply addresses, which our e-mails also come from. */
function findOurHost(support: Support, { recipients }: ParsedMail): string {
  const reply = recipients.find((address) => parseReplyAddress(support, address) !== null);
  const { MAIL_FROM } = support.kernel.config;
  return (reply ?? MAIL_FROM).split('@').at(-1)!.replace(/>.*/, '').toLowerCase();
}
