import { useController } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { RatingBody, TicketDetailWire } from '../../wire/index.ts';
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

type RatingValues = { rating: number | null; comment: string };

/** The last rating counts. */
export function RatingPanel({ ticket }: { ticket: TicketDetailWire }) {
  const draft = useDraftText(`rating:${ticket.uuid}`, ticket.rating_comment);
  const rate = useRateTicket(ticket.uuid);
  const { form, submit, isBusy } = useApiForm<RatingValues, RatingBody>({
    defaultValues: { rating: ticket.rating, comment: draft.text },
    // The button is disabled until there is a rating.
    toBody: ({ rating, comment }) => ({ rating: rating ?? 0, comment }),
    loadSchema: () => import('../../wire/ratings.form.ts').then((module) => module.ratingSchema),
    save: async (body) => {
      await rate.mutateAsync(body);
      draft.clearDraft();
      toast.success('Thank you for your rating');
    },
  });
  const { field: rating } = useController({ control: form.control, name: 'rating' });

  return (
    <Panel title="How was it?">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Grades value={rating.value} onChange={rating.onChange} />
        <TextArea
          label="Comment"
          rows={2}
          maxLength={2000}
          error={form.formState.errors.comment?.message}
          {...form.register('comment', { onChange: ({ target }) => draft.change(target.value) })}
        />
        <FormError form={form} />
        <Button
          type="submit"
          disabled={rating.value === null}
          isBusy={isBusy}
          busyLabel="Sending..."
          className="justify-self-start"
        >
          {ticket.rating === null ? 'Send rating' : 'Change rating'}
        </Button>
      </form>
    </Panel>
  );
}
