import { focusNear, listAncestors } from './move-focus.ts';

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');

/**
 * Restores the focus when an action removes or disables the focused element: browsers would move it
 * to the document, and keyboard users would start at the top of the page. Does nothing if a dialog,
 * a new screen or a field takes the focus at once. Returns a function that stops watching.
 */
export function watchLostFocus(): () => void {
  let last: Element | undefined;
  let ancestors: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rememberFocus({ target }: FocusEvent) {
    if (!(target instanceof Element)) return;
    last = target;
    ancestors = listAncestors(target);
  }

  // A press on the background removes the focus on purpose: the element is still there.
  function clearReleasedFocus({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (target === last && last && !isGone(last)) last = undefined;
    });
  }

  function check() {
    timer = undefined;
    if (!last || !isGone(last) || document.activeElement !== document.body) return;
    last = undefined;
    focusNear(ancestors);
  }

  const observer = new MutationObserver(() => {
    if (last && isGone(last)) timer ??= setTimeout(check, restoreDelayMs);
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', rememberFocus);
  document.addEventListener('focusout', clearReleasedFocus);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', rememberFocus);
    document.removeEventListener('focusout', clearReleasedFocus);
  };
}

/** Long enough for a dialog that returns the focus by a timer. */
const restoreDelayMs = 50;
