import { CircleCheck } from 'lucide-react';
import { replyHours } from '../reply-promise.ts';

export type SentInquiryProps = { email: string; at: Date };

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

const Time = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{format.format(at)}</time>;

/** Stays when the thanks have gone: what was promised, and to whom. */
export const SentInquiry = ({ email, at }: SentInquiryProps) => (
  <p className="flex items-start gap-2 border-l-2 border-success pl-4 text-sm">
    <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-success" />
    <span className="min-w-0 wrap-anywhere">
      Your message was sent on <Time at={at} />. We will answer to <strong>{email}</strong> by{' '}
      <Time at={new Date(at.getTime() + replyHours * 3_600_000)} />.
    </span>
  </p>
);
