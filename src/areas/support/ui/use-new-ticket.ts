// What a new ticket says, what is wrong with it, and the way to the server.
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { useAttemptKey } from '#client/use-attempt-key.ts';
import { useUnloadQuestion } from '#client/use-leave-guard.ts';
import { toast } from '#ui/toast.ts';
import { subjectMin } from '../ticket-words.ts';
import {
  clearTicketDraft,
  readTicketDraft,
  saveTicketDraft,
  type TicketDraft,
} from './message-drafts.ts';
import { type NewTicket, useCreateTicket } from './queries.ts';
import { type Uploads, uploadFailed } from './use-uploads.ts';

type TicketProblems = Partial<Record<keyof TicketDraft, string>>;

function problemsOf({ subject, message }: TicketDraft): TicketProblems {
  return {
    ...(subject.trim().length < subjectMin && {
      subject: 'Say in a few words what it is about.',
    }),
    ...(message.trim() === '' && {
      message: 'Describe what happened and what you expected.',
    }),
  };
}

/** `related` is what the address named: a payment's page links here. */
export function useNewTicket(uploads: Uploads, related: NewTicket['related']) {
  const navigate = useNavigate();
  const create = useCreateTicket();
  const [draft, setDraft] = useState(readTicketDraft);
  const [problems, setProblems] = useState<TicketProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const attempt = useAttemptKey();
  useUnloadQuestion(draft.subject + draft.message !== '');

  function change(changes: Partial<TicketDraft>) {
    const next = { ...draft, ...changes };
    setDraft(next);
    saveTicketDraft(next);
    setFailure(undefined);
    // A complaint is over as soon as what it was about is mended.
    const wrong = problemsOf(next);
    const touched = Object.keys(changes) as (keyof TicketDraft)[];
    const left = touched.map((name) => [name, problems[name] && wrong[name]]);
    setProblems({ ...problems, ...Object.fromEntries(left) });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const found = problemsOf(draft);
    setProblems(found);
    setFailure(undefined);
    setRefused(false);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    await open();
    setBusy(false);
  }

  async function open() {
    const attachments = await uploads.settle();
    if (!attachments) return setRefused(true);
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
      if (known.length === 0) setFailure(messageOf(error));
    }
  }

  const attachments = isRefused && uploads.hasFailed ? uploadFailed : undefined;
  return { draft, change, problems: { ...problems, attachments }, failure, submit, isBusy };
}
