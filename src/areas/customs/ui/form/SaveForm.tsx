import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useSaveCalculation } from '../queries.ts';
import type { Calculator } from './use-calculator.ts';

export function SaveForm({ calculator }: { calculator: Calculator }) {
  const { kind, questions, editor, failure } = calculator;
  const navigate = useNavigate();
  const save = useSaveCalculation(kind);
  const attempt = useIdempotencyKey();
  const title = editor.draft.title.trim();
  const body = questions.body && { ...questions.body, ...(title && { title }) };
  // Only while the form still contains the rejected inputs.
  const isRefused = save.isError && JSON.stringify(save.variables.body) === JSON.stringify(body);
  const refusal = isRefused ? errorMessage(save.error) : undefined;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const first = questions.needs[0];
    if (first) document.getElementById(first.id)?.focus();
    if (!body || save.isPending) return;
    try {
      const { id } = await save.mutateAsync({ body, key: attempt.keyFor(body) });
      // Prevents the warning about unsaved changes.
      flushSync(editor.settle);
      toast.success('Calculation saved');
      await navigate(`/dashboard/customs/${kind}/${id}`);
    } catch (error) {
      attempt.endAttempt(error);
    }
  }

  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line pt-5">
      {refusal && refusal !== failure && <Banner tone="error">{refusal}</Banner>}
      <TextField
        label="Title"
        placeholder="What you will look for later"
        value={editor.draft.title}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => editor.change({ title: target.value })}
      />
      <Button type="submit" variant="primary" isBusy={save.isPending} busyLabel="Saving...">
        Save calculation
      </Button>
    </form>
  );
}
