import { useEffect, useState } from 'react';
import { announce } from '#ui/announce.ts';
import type { CalculationWire } from '../../calculation-schema.ts';
import type { FactKind } from '../../facts.ts';
import { sayTotal } from '../customs-words.ts';
import { type Body, usePreviewQuery } from '../queries.ts';
import { useDebounced } from '../use-debounced.ts';

const settleMs = 300;
/** Longer than a pause between words, so that only a total that stays is read out. */
const speakMs = 1200;

/** The total of what is typed: the last answer wins, and the one before stays while it loads. */
export function usePreview(kind: FactKind, body: Body | null) {
  const text = body && JSON.stringify(body);
  const settled = useDebounced(text, settleMs);
  const query = usePreviewQuery(kind, text === null ? null : settled);
  const [last, setLast] = useState<CalculationWire>();
  if (query.data && query.data !== last) setLast(query.data);
  const result = text === null ? undefined : (query.data ?? last);
  const isOld = text !== settled || query.isFetching || query.isError;
  const words = result && !isOld ? `Total ${sayTotal(result)}` : '';
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => announce(words), speakMs);
    return () => clearTimeout(timer);
  }, [words]);
  return {
    result,
    isOld,
    isLoading: text !== null && (text !== settled || query.isFetching),
    query,
  };
}
