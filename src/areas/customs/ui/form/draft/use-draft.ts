import { useState } from 'react';
import { localStore } from '#client/storage.ts';
import { useSession } from '#client/use-session.ts';
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { Values } from './conditions.ts';
import { type Draft, type DraftLine, newDraft, newLine, nextDraft, readDraft } from './draft.ts';

/** '' clears a value; undefined removes it. */
export type ValueChanges = Readonly<Record<string, string | undefined>>;

function apply(values: Values, changes: ValueChanges): Values {
  const merged = { ...values, ...changes };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export type DraftEditor = ReturnType<typeof useDraft>;

/**
 * The draft of this account, stored in the browser. With a `start`, as for a duplicate, the stored
 * draft is neither read nor changed.
 */
export function useDraft(kind: ImportKind, start?: Draft) {
  const { email } = useSession();
  const key = `customs_draft_${kind}_${email ?? ''}`;
  const isStored = start === undefined;
  const [draft, setDraft] = useState(
    () => start ?? readDraft(localStore.read(key)) ?? newDraft(kind),
  );
  const [settled, setSettled] = useState(draft);
  function store(next: Draft) {
    if (isStored) localStore.write(key, JSON.stringify(next));
  }
  function replace(next: Draft) {
    setDraft(next);
    store(next);
  }
  const change = (part: Partial<Draft>) => replace({ ...draft, ...part });
  const changeLines = (lines: readonly DraftLine[]) => change({ lines });

  return {
    draft,
    change,
    changeValues: (changes: ValueChanges) => change({ values: apply(draft.values, changes) }),
    changeRate: (pair: string, rate: string) =>
      change({ rates: apply(draft.rates, { [pair]: rate === '' ? undefined : rate }) }),
    changeLine: (lineKey: string, changes: ValueChanges) =>
      changeLines(
        draft.lines.map((line) =>
          line.key === lineKey ? { ...line, values: apply(line.values, changes) } : line,
        ),
      ),
    /** Returns the key of the new line. */
    addLine: () => {
      const line = newLine();
      changeLines([...draft.lines, line]);
      return line.key;
    },
    removeLine: (lineKey: string) => {
      const rest = draft.lines.filter((line) => line.key !== lineKey);
      changeLines(rest.length > 0 ? rest : [newLine()]);
    },
    /** The changes would be lost on leaving the page. */
    isUnsaved: !isStored && draft !== settled,
    /** After the draft is saved. */
    settle: () => {
      store(nextDraft(kind, draft));
      setSettled(draft);
    },
    startOver: () => {
      const next = nextDraft(kind, draft);
      replace(next);
      setSettled(next);
    },
  };
}
