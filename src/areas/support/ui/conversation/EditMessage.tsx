import { useApiForm } from '#client/use-api-form.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import type { TicketMessageWire } from '../../wire/index.ts';
import { textMax } from '../../wire/tickets.constants.ts';
import { useEditMessage } from '../queries.ts';
import { loadDraft } from './message-drafts.ts';
import { useDraftText } from './use-draft-text.ts';

const editKey = ({ uuid }: TicketMessageWire) => `edit:${uuid}`;

/** The tab has an unsaved draft of a change to this message. */
export const isBeingEdited = (message: TicketMessageWire): boolean =>
  message.can_edit && !['', message.text].includes(loadDraft(editKey(message)));

type EditMessageProps = { message: TicketMessageWire; onDone: () => void };

export function EditMessage({ message, onDone }: EditMessageProps) {
  const { text, change, clearDraft } = useDraftText(editKey(message), message.text);
  const edit = useEditMessage({ ticket_uuid: message.ticket, uuid: message.uuid });
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { text },
    loadSchema: () =>
      import('../../wire/messages.form.ts').then((module) => module.editMessageSchema),
    rules: (values) => ({
      text: values.text.trim() === '' ? 'Write something, or delete the message.' : undefined,
    }),
    // Also runs to its end when the screen is left, so that the draft is removed.
    save: async (body) => {
      const draft = loadDraft(editKey(message));
      await edit.mutateAsync(body.text);
      // Otherwise the text was edited while it was being saved.
      if (loadDraft(editKey(message)) === draft) close();
    },
  });
  function close() {
    clearDraft();
    onDone();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <FormError form={form} />
      <TextArea
        label="Your message"
        isLabelHidden
        maxLength={textMax}
        onKeyDown={({ key }) => key === 'Escape' && text === message.text && close()}
        error={form.formState.errors.text?.message}
        // The person has just chosen to edit.
        autoFocus
        {...form.register('text', {
          onChange({ target }) {
            form.clearErrors('root');
            change(target.value);
          },
        })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          Save message
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
