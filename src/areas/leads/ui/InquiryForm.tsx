import clsx from 'clsx';
import { useId, useSyncExternalStore } from 'react';
import { siteSettings } from '#client/site-settings.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/fields/ErrorSummary.tsx';
import { AttachButton, UploadTray } from '#ui/uploads/UploadTray.tsx';
import { useFileDrop } from '#ui/uploads/use-file-drop.ts';
import type { Uploads } from '#ui/uploads/use-uploads.ts';
import { leadFileBytesMax, leadFilesMax } from '../wire/leads.constants.ts';
import { InquiryFields, ShortInquiryFields } from './InquiryFields.tsx';
import { type InquiryFormProps, useInquiryForm } from './use-inquiry-form.ts';

type InquiryFilesProps = { uploads: Uploads; onPick: (files: readonly File[]) => void };

const megabytes = leadFileBytesMax / 1024 / 1024;

/** Files are uploaded as soon as they are chosen; those that are not sent expire. */
const InquiryFiles = ({ uploads, onPick }: InquiryFilesProps) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <AttachButton uploads={uploads} onPick={onPick} />
      <p className="min-w-0 flex-1 basis-60 text-sm text-quiet">
        Or drop them here. Up to {leadFilesMax} files of {megabytes} MB: images, PDF, office
        documents, text, ZIP.
      </p>
    </div>
    <UploadTray uploads={uploads} />
  </div>
);

/** The version of this notice is stored with the inquiry. */
const PrivacyNote = () => (
  <p className="min-w-0 flex-1 basis-60 text-sm text-quiet">
    We use what you enter to answer you. See our{' '}
    <a href={siteSettings.privacyUrl} target="_blank" rel="noreferrer" className="link">
      Privacy Policy
    </a>
    .
  </p>
);

const subscribeToNothing = () => () => {};

export function InquiryForm(props: InquiryFormProps) {
  const { isShort = false, topics, topic, privacyVersion } = props;
  const id = useId();
  const { form, uploads, addFiles, isSending, summary, ...handlers } = useInquiryForm(id, props);
  const drop = useFileDrop(addFiles);
  // Before hydration a click would submit the entries to nowhere; typing hydrates the page.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const concernsEntries = summary.some(({ fieldId }) => fieldId);
  return (
    <form
      noValidate
      method="post"
      {...drop.handlers}
      className={clsx('grid gap-5', drop.isOver && 'outline-2 outline-offset-8 outline-info')}
      {...handlers}
    >
      <ErrorSummary
        errors={summary}
        {...(!concernsEntries && { title: 'Your message was not sent' })}
      />
      {isShort ? (
        <ShortInquiryFields form={form} id={id} />
      ) : (
        <InquiryFields form={form} id={id} topics={topics} prompt={topic?.prompt} />
      )}
      <InquiryFiles uploads={uploads} onPick={addFiles} />
      <div aria-hidden="true" inert className="sr-only">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={!isHydrated}
          isBusy={isSending}
          busyLabel="Sending..."
        >
          Send Message
        </Button>
        {privacyVersion && <PrivacyNote />}
      </div>
    </form>
  );
}
