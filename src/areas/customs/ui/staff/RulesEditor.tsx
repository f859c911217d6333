import { type SubmitEvent, useId, useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/fields/ErrorSummary.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { readRules } from './rules-text.ts';

type RulesEditorProps = {
  text: string;
  saveLabel: string;
  onType: (text: string) => void;
  onSave: (draft: { rules: Record<string, unknown>; note: string }) => Promise<unknown>;
};

function useSaving({ onSave }: RulesEditorProps) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();

  async function save(text: string, note: string) {
    const read = readRules(text);
    setFailure(undefined);
    setProblems('problem' in read ? [read.problem] : []);
    if ('problem' in read) return;
    setBusy(true);
    try {
      await onSave({ rules: read.rules, note });
    } catch (error) {
      const fields = error instanceof CallError ? fieldMessages(error.body).fields : {};
      const found = Object.values(fields).flat();
      setProblems(found);
      if (found.length === 0) setFailure(errorMessage(error));
    }
    setBusy(false);
  }
  return { isBusy, problems, failure, save };
}

/** The rules as JSON text, with every problem of their shape listed above. */
export function RulesEditor(props: RulesEditorProps) {
  const id = useId();
  const { isBusy, problems, failure, save } = useSaving(props);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void save(String(form.get('rules')), String(form.get('note')).trim());
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <Banner tone="error">{failure}</Banner>}
      <ErrorSummary
        title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}
        errors={problems.map((message) => ({ message, fieldId: id }))}
      />
      <TextArea
        id={id}
        label="Rules"
        name="rules"
        help="In the format customs-rules/1, with the examples that test them."
        defaultValue={props.text}
        onChange={({ target }) => props.onType(target.value)}
        isCode
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        required
        className="[&_textarea]:h-[60svh] [&_textarea]:field-sizing-fixed"
      />
      <TextField
        label="Note"
        name="note"
        help="What changes, since when, and by which source. The reviewer reads it."
        maxLength={2000}
      />
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          {props.saveLabel}
        </Button>
      </div>
    </form>
  );
}
