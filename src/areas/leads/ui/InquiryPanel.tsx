import { CircleCheck } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { hourMs } from '#lib/durations.ts';
import { formatDateTime } from '#lib/format.ts';
import { replyHours } from '../wire/leads.constants.ts';
import { type Booking, ContactSuccess } from './ContactSuccess.tsx';
import { InquiryForm } from './InquiryForm.tsx';
import type { InquiryFormProps } from './use-inquiry-form.ts';

export type InquiryPanelProps = Omit<InquiryFormProps, 'onSent'> & {
  title: string;
  /** Offered after the message is sent. */
  booking?: Booking | undefined;
  /** Shown to visitors without JavaScript. */
  fallbackEmail?: string;
  headingLevel?: 1 | 2 | 3;
};

type SentInquiryProps = { email: string; at: Date };

const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);

/** Remains after the success panel closes. */
const SentInquiry = ({ email, at }: SentInquiryProps) => (
  <p className="flex items-start gap-2 border-l-2 border-success pl-4 text-sm">
    <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-success" />
    <span className="min-w-0 wrap-anywhere">
      Your message was sent on <Time at={at} />. We will reply to <strong>{email}</strong> by{' '}
      <Time at={new Date(at.getTime() + replyHours * hourMs)} />.
    </span>
  </p>
);

/** A form for inquiries under its title, and what replaces it once the message is sent. */
export function InquiryPanel(props: InquiryPanelProps) {
  const { title, headingLevel = 2, booking, fallbackEmail, ...form } = props;
  const [isThanking, setIsThanking] = useState(false);
  const [sent, setSent] = useState<SentInquiryProps | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();

  function thank(email: string) {
    setSent({ email, at: new Date() });
    setIsThanking(true);
  }

  // The panel with the focus is removed.
  function returnToForm(hadFocus: boolean) {
    setIsThanking(false);
    if (hadFocus) heading.current?.focus({ preventScroll: true });
  }

  const Heading = `h${headingLevel}` as const;
  return (
    <section aria-labelledby={headingId} className="grid gap-6">
      <Heading ref={heading} id={headingId} tabIndex={-1} className="text-2xl">
        {title}
      </Heading>
      {sent && !isThanking && <SentInquiry {...sent} />}
      {isThanking ? (
        <ContactSuccess booking={booking} onDone={returnToForm} />
      ) : (
        <InquiryForm {...form} onSent={thank} />
      )}
      {fallbackEmail && (
        <noscript>
          <p>
            This form needs JavaScript. Write to{' '}
            <a href={`mailto:${fallbackEmail}`}>{fallbackEmail}</a> instead.
          </p>
        </noscript>
      )}
    </section>
  );
}
