import { focusNear, surroundingsOf } from './focus-places.ts';

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');

/**
 * Catches the focus when an action removes or disables what had it: browsers would let it fall to
 * the document, and whoever uses a keyboard would begin at the top of the page. A dialog, a new
 * screen or a field that takes the focus at once comes first. Returns what ends the watching.
 */
export function watchLostFocus(): () => void {
  let last: Element | undefined;
  let surroundings: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function remember({ target }: FocusEvent) {
    if (!(target instanceof Element)) return;
    last = target;
    surroundings = surroundingsOf(target);
  }

  // A press beside everything takes the focus away on purpose: what had it is still there.
  function letGo({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (target === last && last && !isGone(last)) last = undefined;
    });
  }

  function check() {
    timer = undefined;
    if (!last || !isGone(last) || document.activeElement !== document.body) return;
    last = undefined;
    focusNear(surroundings);
  }

  const observer = new MutationObserver(() => {
    if (last && isGone(last)) timer ??= setTimeout(check, catchMs);
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', letGo);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', letGo);
  };
}

/** Long enough for a dialog that gives the focus back by a timer of its own. */
const catchMs = 50;
