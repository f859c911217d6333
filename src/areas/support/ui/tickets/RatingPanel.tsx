import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import { useDraftText } from '../conversation/use-draft-text.ts';
import { useRateTicket } from '../queries.ts';

const grades = [
  [1, 'Bad'],
  [2, 'Poor'],
  [3, 'Fair'],
  [4, 'Good'],
  [5, 'Excellent'],
] as const;

type GradesProps = { value: number | null; onChange: (grade: number) => void };

const Grades = ({ value, onChange }: GradesProps) => (
  <fieldset>
    <legend className="text-sm font-medium">Your rating</legend>
    <div className="mt-1.5 grid grid-cols-5">
      {grades.map(([grade, label]) => (
        <label
          key={grade}
          className="-ml-px grid min-h-14 cursor-pointer content-center justify-items-center gap-1 border border-control py-2 first:ml-0 hover:bg-text/5 has-checked:bg-accent/8"
        >
          <input
            type="radio"
            name="rating"
            value={grade}
            checked={value === grade}
            onChange={() => onChange(grade)}
            className="size-4"
          />
          <span className="text-xs">
            <span className="sr-only">{grade}, </span>
            {label}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

/** The last rating counts. */
export function RatingPanel({ ticket }: { ticket: TicketDetailWire }) {
  const [grade, setGrade] = useState(ticket.rating);
  const draft = useDraftText(`rating:${ticket.uuid}`, ticket.rating_comment);
  const rate = useRateTicket(ticket.uuid);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (grade === null) return;
    const onSuccess = () => {
      draft.clearDraft();
      toast.success('Thank you for your rating');
    };
    rate.mutate({ rating: grade, comment: draft.text }, { onSuccess });
  }

  return (
    <Panel title="How was it?">
      <form onSubmit={submit} className="grid gap-4">
        <Grades value={grade} onChange={setGrade} />
        <TextArea
          label="Comment"
          rows={2}
          value={draft.text}
          maxLength={2000}
          onChange={({ target }) => {
            rate.reset();
            draft.change(target.value);
          }}
        />
        {rate.error && <Banner tone="error">{errorMessage(rate.error)}</Banner>}
        <Button
          type="submit"
          disabled={grade === null}
          isBusy={rate.isPending}
          busyLabel="Sending..."
          className="justify-self-start"
        >
          {ticket.rating === null ? 'Send rating' : 'Change rating'}
        </Button>
      </form>
    </Panel>
  );
}
