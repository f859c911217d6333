import { Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { announce } from '#ui/focus/announce.ts';
import { itemsMax } from '../../../wire/calculations/calculations.constants.ts';
import { lineId } from '../draft/draft.ts';
import type { FormErrors } from '../draft/field-errors.ts';
import type { QuestionFact } from '../draft/rule-facts.ts';
import type { DraftEditor } from '../draft/use-draft.ts';
import { listCurrencyOptions } from '../fields/MoneyField.tsx';
import { GoodsLine } from './GoodsLine.tsx';

type GoodsLinesProps = {
  editor: DraftEditor;
  facts: readonly QuestionFact[];
  errors: FormErrors;
  missing: readonly string[];
};

/** Moves the focus to a line after one was added or removed, for keyboard users. */
function useLineFocus() {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    if (key) document.getElementById(lineId(key, 'description'))?.focus();
  }, [key]);
  return setKey;
}

/** The invoice: its currency and its lines. */
export function GoodsLines({ editor, facts, errors, missing }: GoodsLinesProps) {
  const { draft } = editor;
  const titleId = useId();
  const goTo = useLineFocus();

  function remove(at: number) {
    const { lines } = draft;
    editor.removeLine(lines[at]!.key);
    announce(`Line ${at + 1} removed`);
    goTo((lines[at + 1] ?? lines[at - 1])?.key);
  }

  const currency = draft.values.currency ?? 'EUR';
  return (
    <section aria-labelledby={titleId} className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id={titleId} className="text-lg">
          The goods
        </h2>
        <SelectField
          label="Currency of the prices"
          options={listCurrencyOptions(currency)}
          value={currency}
          onChange={({ target }) => editor.changeValues({ currency: target.value })}
          error={errors.fields.currency}
          className="w-full sm:w-64"
        />
      </div>
      <FieldError>{errors.fields.items}</FieldError>
      {draft.lines.map((line, at) => (
        <GoodsLine
          key={line.key}
          line={line}
          number={at + 1}
          country={draft.country}
          currency={currency}
          facts={facts}
          errors={errors.lines[at] ?? {}}
          missing={missing}
          onChange={(changes) => editor.changeLine(line.key, changes)}
          {...(draft.lines.length > 1 && { onRemove: () => remove(at) })}
        />
      ))}
      <Button
        icon={<Plus size={18} aria-hidden />}
        onClick={() => goTo(editor.addLine())}
        disabled={draft.lines.length >= itemsMax}
        className="justify-self-start"
      >
        Add a line
      </Button>
    </section>
  );
}
