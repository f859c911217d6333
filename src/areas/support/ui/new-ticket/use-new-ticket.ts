// State of the form of a new ticket: draft, validation and submission.
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { toast } from '#ui/toast.ts';
import { subjectMin, textMax } from '../../wire/tickets.labels.ts';
import { loadDraft, saveDraft } from '../conversation/message-drafts.ts';
import { type Uploads, uploadFailed } from '../conversation/use-uploads.ts';
import { type NewTicket, useCreateTicket } from '../queries.ts';

type TicketDraft = { subject: string; message: string; category: string; priority: string };

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

const saveTicketDraft = (draft: TicketDraft): void => saveDraft(newTicket, JSON.stringify(draft));
const clearTicketDraft = (): void => saveDraft(newTicket, '');

type TicketProblems = Partial<Record<keyof TicketDraft, string>>;

function validateDraft({ subject, message }: TicketDraft): TicketProblems {
  return {
    ...(subject.trim().length < subjectMin && {
      subject: 'Summarize the problem in a few words.',
    }),
    ...(message.trim() === '' && {
      message: 'Describe what happened and what you expected.',
    }),
  };
}

/** `related`: the object that the address names. */
export function useNewTicket(uploads: Uploads, related: NewTicket['related']) {
  const navigate = useNavigate();
  const create = useCreateTicket();
  const [draft, setDraft] = useState(loadTicketDraft);
  const [problems, setProblems] = useState<TicketProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasUploadError, setHasUploadError] = useState(false);
  const attempt = useIdempotencyKey();
  useUnloadPrompt(draft.subject + draft.message !== '');

  function change(changes: Partial<TicketDraft>) {
    const next = { ...draft, ...changes };
    setDraft(next);
    saveTicketDraft(next);
    setFailure(undefined);
    // An error goes away as soon as its cause does.
    const wrong = validateDraft(next);
    const touched = Object.keys(changes) as (keyof TicketDraft)[];
    const left = touched.map((name) => [name, problems[name] && wrong[name]]);
    setProblems({ ...problems, ...Object.fromEntries(left) });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const found = validateDraft(draft);
    setProblems(found);
    setFailure(undefined);
    setHasUploadError(false);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    await open();
    setBusy(false);
  }

  async function open() {
    const attachments = await uploads.settle();
    if (!attachments) return setHasUploadError(true);
    const ids = attachments.map(({ id }) => id);
    const body = { ...draft, attachments: ids, ...(related && { related }) } as NewTicket;
    try {
      const ticket = await create.mutateAsync({ body, key: attempt.keyFor(body) });
      clearTicketDraft();
      toast.success(`Ticket #${ticket.number} opened`);
      await navigate(`/dashboard/support/${ticket.uuid}`);
    } catch (error) {
      const refusal = error instanceof CallError && error.status > 0 ? error.body : undefined;
      attempt.endAttempt(error);
      const { fields } = fieldMessages(refusal);
      const known = Object.entries(fields).filter(([name]) => name in draft);
      setProblems(Object.fromEntries(known.map(([name, words]) => [name, words[0]])));
      if (known.length === 0) setFailure(errorMessage(error));
    }
  }

  const attachments = hasUploadError && uploads.hasFailed ? uploadFailed : undefined;
  return { draft, change, problems: { ...problems, attachments }, failure, submit, isBusy };
}
