// State of the form of a new ticket: draft, validation and submission.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { toast } from '#ui/toast.ts';
import { type Uploads, uploadFailed } from '#ui/uploads/use-uploads.ts';
import type { TicketAttachmentWire } from '../../wire/index.ts';
import {
  subjectMax,
  subjectMin,
  type TicketCategory,
  type TicketPriority,
  textMax,
} from '../../wire/tickets.constants.ts';
import { loadDraft, saveDraft } from '../conversation/message-drafts.ts';
import { type NewTicket, useCreateTicket } from '../queries.ts';

type TicketDraft = {
  subject: string;
  message: string;
  category: TicketCategory;
  priority: TicketPriority;
};

const newTicket = 'new';
const emptyDraft: TicketDraft = {
  subject: '',
  message: '',
  category: 'general',
  priority: 'normal',
};

function loadTicketDraft(): TicketDraft {
  try {
    const stored: Record<string, unknown> = JSON.parse(loadDraft(newTicket) || '{}');
    const texts = Object.entries(emptyDraft).map(([name, empty]) => {
      const text = stored[name];
      return [name, typeof text === 'string' ? text.slice(0, textMax) : empty];
    });
    return Object.fromEntries(texts);
  } catch {
    return emptyDraft;
  }
}

type About = {
  /** The object to attach. */
  related: NewTicket['related'];
  /** What the message begins with, before what the screen that led here says. */
  opening: string;
};

/** What the screen that led here already knows; a draft that somebody wrote comes first. */
function startTicket(state: unknown, opening: string): TicketDraft {
  const draft = loadTicketDraft();
  if (draft.message.trim() !== '') return draft;
  const { subject, message } = (state ?? {}) as Record<string, unknown>;
  return {
    ...draft,
    message: opening,
    ...(typeof message === 'string' && {
      message: opening + message,
      category: 'technical' as const,
    }),
    ...(typeof subject === 'string' && { subject: subject.slice(0, subjectMax) }),
  };
}

const saveTicketDraft = (draft: TicketDraft): void => saveDraft(newTicket, JSON.stringify(draft));
const clearTicketDraft = (): void => saveDraft(newTicket, '');

const needed = {
  subject: 'Summarize the problem in a few words.',
  message: 'Describe what happened and what you expected.',
};

export function useNewTicket(uploads: Uploads<TicketAttachmentWire>, { related, opening }: About) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const create = useCreateTicket();
  const [hasUploadError, setHasUploadError] = useState(false);
  const [defaultValues] = useState(() => startTicket(state, opening));
  const { form, submit, isBusy } = useApiForm<TicketDraft, NewTicket>({
    defaultValues,
    toBody: (values) => ({
      ...values,
      // A file has no id yet while it is uploaded, and a repeated call needs the same body.
      attachments: uploads.uploads.map(({ key }) => key),
      ...(related && { related }),
    }),
    loadSchema: () => import('../../wire/tickets.form.ts').then((module) => module.newTicketSchema),
    rules: ({ subject, message }) => ({
      ...(subject.trim().length < subjectMin && { subject: needed.subject }),
      ...(message.trim() === '' && { message: needed.message }),
    }),
    save: async (body, { idempotencyKey }) => {
      const attachments = await uploads.settle();
      setHasUploadError(!attachments);
      if (!attachments) return;
      const ids = attachments.map(({ id }) => id);
      const ticket = await create.mutateAsync({
        body: { ...body, attachments: ids },
        key: idempotencyKey,
      });
      clearTicketDraft();
      toast.success(`Ticket #${ticket.number} opened`);
      await navigate(`/dashboard/support/${ticket.uuid}`);
    },
  });
  const typed = useWatch({ control: form.control, name: ['subject', 'message'] });
  useUnloadPrompt(typed.join('') !== '');
  return {
    form,
    submit,
    isBusy,
    register: (name: keyof TicketDraft) =>
      form.register(name, { onChange: () => saveTicketDraft(form.getValues()) }),
    uploadError: hasUploadError && uploads.hasFailed ? uploadFailed : undefined,
  };
}
