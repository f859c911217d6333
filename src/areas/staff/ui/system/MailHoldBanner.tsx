import { useState } from 'react';
import { formatCount, formatDateTime } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toast } from '#ui/toast.ts';
import { DiscardMailsDialog } from './DiscardMailsDialog.tsx';
import { useMailHold, useReleaseMails } from './queries.ts';

/** Nothing while mails are delivered as usual. */
export function MailHoldBanner() {
  const { data: hold } = useMailHold();
  const release = useReleaseMails();
  const [isReleasing, setReleasing] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  if (!hold || (!hold.since && hold.mails === 0)) return null;
  const mails = formatCount(hold.mails, 'mail');
  return (
    <>
      <Banner
        tone="warning"
        title={
          hold.since
            ? `Mails have been held since ${formatDateTime(hold.since)}`
            : 'Held mails are being released'
        }
        action={
          <div className="flex flex-wrap gap-3">
            {hold.since && (
              <Button size="small" onClick={() => setDiscarding(true)}>
                Discard old mails
              </Button>
            )}
            <Button size="small" variant="primary" onClick={() => setReleasing(true)}>
              Release
            </Button>
          </div>
        }
      >
        <p className="wrap-anywhere">{hold.reason}</p>
        <p>
          {hold.oldest_at ? (
            <>
              {mails} held, the oldest written <RelativeTime value={hold.oldest_at} />.
            </>
          ) : (
            'No mail is held yet.'
          )}{' '}
          Sign-in codes are sent.
        </p>
      </Banner>
      <ConfirmDialog
        isOpen={isReleasing}
        onOpenChange={setReleasing}
        title={`Release ${mails}?`}
        description="They are sent to the people they were written for, however old they are, and later mails are no longer held. This can't be undone."
        confirmLabel="Release mails"
        busyLabel="Releasing..."
        onConfirm={async () => {
          const { released } = await release.mutateAsync();
          toast.success(`${formatCount(released, 'mail')} released`);
        }}
      />
      {isDiscarding && <DiscardMailsDialog onClose={() => setDiscarding(false)} />}
    </>
  );
}
