import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type MailNoteKind, mailNoteLabels } from '../../wire/inbound-mail.constants.ts';
import type { TicketMessageWire } from '../../wire/index.ts';
import { OriginalMail } from './OriginalMail.tsx';
import { RichText } from './RichText.tsx';

type MailNoteProps = { message: TicketMessageWire; kind: MailNoteKind };

/** What a machine sent: one line, with its words folded below it. */
export function MailNote({ message, kind }: MailNoteProps) {
  const { sender, text, html, quoted } = message;
  const label = kind === 'reaction' ? `${mailNoteLabels[kind]} ${text}` : mailNoteLabels[kind];
  const words = kind === 'reaction' ? '' : [text, quoted].filter(Boolean).join('\n\n');
  const heading = (
    <>
      <span className="font-medium text-text">{label.trimEnd()}</span>
      {', '}
      <span className="wrap-anywhere">{sender.display_username}</span>
      {', '}
      <RelativeTime value={message.created_at} />
      {message.is_internal && ', only support sees it'}
    </>
  );
  if (words === '' && message.original_url === null)
    return <p className="px-5 py-3 text-sm text-quiet surface-sunken">{heading}</p>;
  return (
    <details className="px-5 py-3 text-sm text-quiet surface-sunken">
      <summary className="cursor-pointer">{heading}</summary>
      <div className="mt-3 border-l-2 border-line pl-3">
        {html === null ? (
          <p className="max-w-measure wrap-anywhere whitespace-pre-wrap">{words}</p>
        ) : (
          <RichText html={html} />
        )}
        <OriginalMail message={message} />
      </div>
    </details>
  );
}
