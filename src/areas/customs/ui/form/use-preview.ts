import { useEffect, useState } from 'react';
import { announce } from '#ui/focus/announce.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { formatTotal } from '../customs-format.ts';
import { usePreviewQuery } from '../queries.ts';

const settleMs = 300;
/** Longer than a pause in typing, so that screen readers announce only a settled total. */
const speakMs = 1200;

/** The total of the draft. The previous result stays while the next one loads. */
export function usePreview(kind: ImportKind, body: CalculationInput | null) {
  const text = body && JSON.stringify(body);
  const settled = useDebounced(text, settleMs);
  const query = usePreviewQuery(kind, text === null ? null : settled);
  const [last, setLast] = useState<CalculationWire>();
  if (query.data && query.data !== last) setLast(query.data);
  const result = text === null ? undefined : (query.data ?? last);
  const isOld = text !== settled || query.isFetching || query.isError;
  const message = result && !isOld ? `Total ${formatTotal(result)}` : '';
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => announce(message), speakMs);
    return () => clearTimeout(timer);
  }, [message]);
  return {
    result,
    isOld,
    isLoading: text !== null && (text !== settled || query.isFetching),
    query,
  };
}
