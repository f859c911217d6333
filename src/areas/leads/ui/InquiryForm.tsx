import { useId, useSyncExternalStore } from 'react';
import { siteSettings } from '#client/site-settings.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/fields/ErrorSummary.tsx';
import { InquiryFields } from './InquiryFields.tsx';
import { useInquiryForm } from './use-inquiry-form.ts';

type InquiryFormProps = {
  topics?: readonly string[];
  person?: { name: string; email: string };
  privacyVersion?: string;
  onSent: (email: string) => void;
};

/** The version of this notice is stored with the inquiry. */
const PrivacyNote = () => (
  <p className="text-sm text-quiet">
    We use what you enter to answer you. More in our{' '}
    <a href={siteSettings.privacyUrl} target="_blank" rel="noreferrer" className="link">
      Privacy Policy
    </a>
    .
  </p>
);

const subscribeToNothing = () => () => {};

export function InquiryForm({ topics, person, privacyVersion, onSent }: InquiryFormProps) {
  const id = useId();
  const { form, isSending, summary, ...handlers } = useInquiryForm({
    id,
    person,
    privacyVersion,
    onSent,
  });
  // Before hydration a click would submit the entries to nowhere; typing hydrates the page.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const concernsEntries = summary.some(({ fieldId }) => fieldId);
  return (
    <form noValidate method="post" className="grid gap-5" {...handlers}>
      <ErrorSummary
        errors={summary}
        {...(!concernsEntries && { title: 'Your message was not sent' })}
      />
      <InquiryFields form={form} id={id} topics={topics} />
      <div aria-hidden="true" inert className="sr-only">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {privacyVersion && <PrivacyNote />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="justify-self-start"
        disabled={!isHydrated}
        isBusy={isSending}
        busyLabel="Sending..."
      >
        Send Message
      </Button>
    </form>
  );
}
