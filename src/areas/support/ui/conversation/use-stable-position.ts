import { useLayoutEffect, useRef } from 'react';

/** The list stays where it is on the screen when earlier items are added above its first one. */
export function useStablePosition(firstKey: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<{ key: string | undefined; length: number }>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { childElementCount: length } = element;
    const before = last.current;
    last.current = { key: firstKey, length };
    if (!before?.key || before.key === firstKey || length <= before.length) return;
    const anchor = element.children[length - before.length];
    if (!anchor) return;
    const added = anchor.getBoundingClientRect().top - element.getBoundingClientRect().top;
    // The button is gone after the last page: the keyboard goes on in the list.
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    scrollBy({ top: added, behavior: 'instant' });
  });
  return list;
}
