import { CircleCheck } from 'lucide-react';
import { hourMs } from '#lib/durations.ts';
import { formatDateTime } from '#lib/format.ts';
import { replyHours } from '../wire/leads.labels.ts';

export type SentInquiryProps = { email: string; at: Date };

const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);

/** Remains after the success panel closes. */
export const SentInquiry = ({ email, at }: SentInquiryProps) => (
  <p className="flex items-start gap-2 border-l-2 border-success pl-4 text-sm">
    <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-success" />
    <span className="min-w-0 wrap-anywhere">
      Your message was sent on <Time at={at} />. We will answer to <strong>{email}</strong> by{' '}
      <Time at={new Date(at.getTime() + replyHours * hourMs)} />.
    </span>
  </p>
);
