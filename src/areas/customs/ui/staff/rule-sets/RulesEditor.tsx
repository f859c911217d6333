import { type SubmitEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/fields/ErrorSummary.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import type { RulesCheckWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import { useRulesCheck } from './queries.ts';
import { RulesCheck } from './RulesCheck.tsx';
import { RulesForm } from './RulesForm.tsx';
import { findRulesField } from './rules-fields.ts';
import { findInText, readRules, writeRules } from './rules-text.ts';

type RulesEditorProps = {
  /** Of its owner, which gets every change. */
  text: string;
  saveLabel: string;
  onType: (text: string) => void;
  onSave: (draft: { rules: Record<string, unknown>; note: string }) => Promise<unknown>;
};

function useSaving({ onSave }: RulesEditorProps) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();

  /** Whether the rules have problems of their shape. */
  async function save(text: string, note: string): Promise<boolean> {
    const read = readRules(text);
    setFailure(undefined);
    setProblems('problem' in read ? [read.problem] : []);
    if ('problem' in read) return true;
    setBusy(true);
    try {
      await onSave({ rules: read.rules, note });
      return false;
    } catch (error) {
      const fields = error instanceof CallError ? fieldMessages(error.body).fields : {};
      const found = Object.values(fields).flat();
      setProblems(found);
      if (found.length === 0) setFailure(errorMessage(error));
      return found.length > 0;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, problems, failure, save };
}

const pauseMs = 500;

/** Checks the text whenever typing pauses. */
function useTypedCheck(text: string) {
  const settled = useDebounced(text, pauseMs);
  const read = readRules(settled);
  const check = useRulesCheck('rules' in read ? read.rules : null);
  const textProblem = 'problem' in read ? read.problem : undefined;
  return { check, textProblem, isTyping: settled !== text };
}

/** New rules have none yet. */
function hasFields(text: string): boolean {
  const read = readRules(text);
  return 'rules' in read && 'steps' in read.rules;
}

type TextProps = { id: string; text: string; onType: (text: string) => void };

const JsonText = ({ id, text, onType }: TextProps) => (
  <TextArea
    id={id}
    label="Rules"
    help="In the format customs-rules/1, with the examples that test them."
    value={text}
    onChange={({ target }) => onType(target.value)}
    isCode
    spellCheck={false}
    autoComplete="off"
    wrap="off"
    required
    className="[&_textarea]:h-[60svh] [&_textarea]:field-sizing-fixed"
  />
);

type FieldsProps = Omit<TextProps, 'id'> & { problems: RulesCheckWire['problems'] };

/** The same rules as fields; the text must be valid JSON for that. */
function Fields({ text, onType, problems }: FieldsProps) {
  const read = readRules(text);
  if ('problem' in read) return <Banner tone="warning">{read.problem} Mend it in JSON.</Banner>;
  return (
    <RulesForm
      rules={read.rules}
      problems={problems}
      onChange={(rules) => onType(writeRules(rules))}
    />
  );
}

/** Dates, rates and tables as fields, all of it as JSON, and the problems of its shape above. */
export function RulesEditor(props: RulesEditorProps) {
  const { text, onType } = props;
  const id = useId();
  const [tab, setTab] = useState(hasFields(text) ? 'fields' : 'json');
  const { isBusy, problems, failure, save } = useSaving(props);
  const state = useTypedCheck(text);
  const found = state.check.data?.problems ?? [];

  /** At its field, else in the JSON, which has all of the rules. */
  function openPlace(place: readonly string[]) {
    const field = findRulesField(place);
    if (field) return field.focus();
    flushSync(() => setTab('json'));
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const { from, to } = findInText(text, place);
    // The browser scrolls to the caret, not to a selection.
    area.setSelectionRange(from, from);
    area.blur();
    area.focus();
    area.setSelectionRange(from, to);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // It has a place for every problem.
    const hasProblems = await save(
      text,
      String(new FormData(event.currentTarget).get('note')).trim(),
    );
    if (hasProblems) setTab('json');
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {failure && <Banner tone="error">{failure}</Banner>}
      <ErrorSummary
        title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}
        errors={problems.map((message) => ({ message, fieldId: id }))}
      />
      <Tabs
        label="How the rules are edited"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'fields',
            label: 'Fields',
            content: <Fields {...{ text, onType }} problems={found} />,
          },
          { value: 'json', label: 'JSON', content: <JsonText {...{ id, text, onType }} /> },
        ]}
      />
      <RulesCheck {...state} onOpen={openPlace} />
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
