import clsx from 'clsx';
import { Link, useSearchParams } from 'react-router';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { toast } from '#ui/toast.ts';
import { AttachButton, UploadTray } from '#ui/uploads/UploadTray.tsx';
import { useFileDrop } from '#ui/uploads/use-file-drop.ts';
import { useUploads } from '#ui/uploads/use-uploads.ts';
import {
  attachmentsMax,
  customerPriorities,
  firstResponseHours,
  type RelatedType,
  relatedLabels,
  relatedTypes,
  subjectMax,
  textMax,
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorityLabels,
} from '../../wire/tickets.constants.ts';
import { attachmentUploads } from '../queries.ts';
import { useNewTicket } from './use-new-ticket.ts';

const categories = ticketCategories.map((value) => ({ value, label: ticketCategoryLabels[value] }));
const priorities = customerPriorities.map((value) => ({
  value,
  label: ticketPriorityLabels[value],
}));

/** `?about=payment:...`, as in the links on the pages of payments and keys. */
function parseRelated(text: string | null) {
  const [, type, id] = /^([a-z]+):([\w-]{1,100})$/.exec(text ?? '') ?? [];
  const known = relatedTypes.find((one): one is RelatedType => one === type);
  return known && id ? { type: known, id } : null;
}

const About = ({ type }: { type: RelatedType }) => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm text-quiet">
    It is about your {relatedLabels[type]}; support sees which one.
    <Link to="/dashboard/support/new" replace className="link">
      Not about it
    </Link>
  </p>
);

/** Tickets are live, and an object of test mode is not: only the message can name it. */
const AboutTest = ({ type, id }: { type: RelatedType; id: string }) => (
  <p className="text-sm text-quiet">
    What exists in test mode can't be attached to a ticket. Name it in your message:{' '}
    {relatedLabels[type]} <code className="wrap-anywhere">{id}</code>
  </p>
);

const writeOpening = ({ type, id }: { type: RelatedType; id: string }): string =>
  `In test mode: ${relatedLabels[type]} ${id}\n\n`;

type Form = ReturnType<typeof useNewTicket>;

function TicketFields({ form: { form, register } }: { form: Form }) {
  const field = useFormFields({ control: form.control, register });
  return (
    <>
      <TextField
        label="Subject"
        maxLength={subjectMax}
        required
        autoComplete="off"
        {...field('subject')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Category" options={categories} {...field('category')} />
        <SelectField
          label="Priority"
          options={priorities}
          help={`High is answered within ${firstResponseHours.high} hours, normal within ${firstResponseHours.normal}.`}
          {...field('priority')}
        />
      </div>
      <TextArea
        label="What happened"
        rows={8}
        maxLength={textMax}
        required
        help="Markdown works. Drop or paste a screenshot here. Never send a key or a password."
        {...field('message')}
      />
    </>
  );
}

export default function NewTicketScreen() {
  const [address] = useSearchParams();
  const isTest = useTestMode();
  const about = parseRelated(address.get('about'));
  const uploads = useUploads(attachmentUploads);
  const form = useNewTicket(uploads, {
    related: isTest ? null : about,
    opening: isTest && about ? writeOpening(about) : '',
  });
  const guard = useLeaveGuard(uploads.uploads.length > 0 && !form.isBusy);
  function addFiles(files: readonly File[]) {
    if (uploads.add(files) > 0) toast.error(`Attach at most ${attachmentsMax} files.`);
  }
  const drop = useFileDrop(addFiles);
  return (
    <Screen
      title="New ticket"
      description="A person answers, on this page and by mail."
      back={{ to: '/dashboard/support', label: 'Support' }}
    >
      <Panel className="max-w-3xl">
        <form
          onSubmit={form.submit}
          noValidate
          {...drop.handlers}
          className={clsx(
            'grid grid-cols-1 gap-5',
            drop.isOver && 'outline-2 outline-offset-8 outline-info',
          )}
        >
          <FormError form={form.form} />
          <TicketFields form={form} />
          {about && (isTest ? <AboutTest {...about} /> : <About type={about.type} />)}
          <UploadTray uploads={uploads} />
          {form.uploadError && (
            <div role="alert">
              <FieldError>{form.uploadError}</FieldError>
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              variant="primary"
              isBusy={form.isBusy}
              busyLabel="Opening ticket..."
            >
              Open ticket
            </Button>
            <AttachButton uploads={uploads} onPick={addFiles} />
          </div>
        </form>
      </Panel>
      <LeaveDialog guard={guard}>
        The files that you attached are not sent. Your text is saved here as a draft.
      </LeaveDialog>
    </Screen>
  );
}
