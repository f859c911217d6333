import { useState } from 'react';
import { localStore } from '#client/storage.ts';
import { useSession } from '#client/use-session.ts';
import type { FactKind } from '../../facts.ts';
import { type Draft, type DraftLine, newDraft, newLine, readDraft } from './draft.ts';
import type { Values } from './rule-facts.ts';

/** Typed text with '' is what was cleared; undefined takes the name out. */
export type Changes = Readonly<Record<string, string | undefined>>;

function apply(values: Values, changes: Changes): Values {
  const merged = { ...values, ...changes };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export type DraftEditor = ReturnType<typeof useDraft>;

/**
 * The draft of this account in this browser. With a `start`, as for a duplicate, that draft stays
 * as it is, and nothing of this one is kept.
 */
export function useDraft(kind: FactKind, start?: Draft) {
  const { email } = useSession();
  const key = `customs_draft_${kind}_${email ?? ''}`;
  const isKept = start === undefined;
  const [draft, setDraft] = useState(
    () => start ?? readDraft(localStore.read(key)) ?? newDraft(kind),
  );
  const [settled, setSettled] = useState(draft);
  /** For a draft that is saved, or begins anew. */
  function settle(next: Draft) {
    if (isKept) localStore.remove(key);
    setSettled(next);
  }

  function replace(next: Draft) {
    setDraft(next);
    if (isKept) localStore.write(key, JSON.stringify(next));
  }
  const change = (part: Partial<Draft>) => replace({ ...draft, ...part });
  const changeLines = (lines: readonly DraftLine[]) => change({ lines });

  return {
    draft,
    change,
    changeValues: (changes: Changes) => change({ values: apply(draft.values, changes) }),
    changeRate: (pair: string, rate: string) =>
      change({ rates: apply(draft.rates, { [pair]: rate === '' ? undefined : rate }) }),
    changeLine: (lineKey: string, changes: Changes) =>
      changeLines(
        draft.lines.map((line) =>
          line.key === lineKey ? { ...line, values: apply(line.values, changes) } : line,
        ),
      ),
    /** The key of the line that is there now. */
    addLine: () => {
      const line = newLine();
      changeLines([...draft.lines, line]);
      return line.key;
    },
    removeLine: (lineKey: string) => {
      const rest = draft.lines.filter((line) => line.key !== lineKey);
      changeLines(rest.length > 0 ? rest : [newLine()]);
    },
    /** Nothing else has what was typed. */
    isUnkept: !isKept && draft !== settled,
    forget: () => settle(draft),
    startOver: () => {
      const next = newDraft(kind);
      settle(next);
      setDraft(next);
    },
  };
}
