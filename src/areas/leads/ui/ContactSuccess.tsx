import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { replyHours } from '../wire/leads.constants.ts';

export type Booking = { label: string; url: string };

export const successPanelMs = 3000;

type ContactSuccessProps = {
  booking: Booking | undefined;
  /** Called after three seconds, or at the button. */
  onDone: (hadFocus: boolean) => void;
};

export function ContactSuccess({ booking, onDone }: ContactSuccessProps) {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const promiseId = useId();
  const finish = useEffectEvent(() =>
    onDone(panel.current?.contains(document.activeElement) ?? false),
  );
  useEffect(() => {
    // The submit button may be a screen further down than this panel.
    panel.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => finish(), successPanelMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div
      ref={panel}
      className="grid justify-items-start gap-4 border border-line p-6 surface-raised"
    >
      <CircleCheck size={28} aria-hidden className="text-success" />
      <h3 ref={heading} tabIndex={-1} aria-describedby={promiseId} className="text-xl">
        Message Sent Successfully!
      </h3>
      <p id={promiseId}>
        Thank you for contacting us. We'll get back to you within {replyHours} hours.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onDone(true)}>Send Another Message</Button>
        {booking && (
          <ButtonLink href={booking.url} variant="quiet">
            {booking.label}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
