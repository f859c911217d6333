// Moves the focus to an element with an accessible name when it would be lost, so that a screen
// reader announces the place and Tab continues from there.

/** Focuses an element that is not focusable by itself, such as a heading. */
export function moveFocusTo(place: HTMLElement) {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** An element and its ancestors, nearest first; empty if nothing has the focus. */
export function listAncestors(element: Element | null): readonly Element[] {
  if (!element || element === document.body) return [];
  return [element, ...listAncestors(element.parentElement)];
}

const parts = 'section, form, fieldset, nav, aside, ul, ol, dialog, [role]';

function namedTarget(element: Element): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  if (element.localName === 'main') return element.querySelector('h1') ?? element;
  if (!element.matches(parts)) return null;
  if (element.hasAttribute('aria-label')) return element;
  const titleId = element.getAttribute('aria-labelledby');
  return titleId ? document.getElementById(titleId) : null;
}

/**
 * Focuses the first of `ancestors` if it is still on the page, otherwise the nearest one with an
 * accessible name: its heading, or the element itself.
 */
export function focusNear(ancestors: readonly Element[]) {
  const connected = ancestors.filter(({ isConnected }) => isConnected);
  const [element] = ancestors;
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  if (element && document.activeElement === element) return;
  for (const part of [...connected, document.querySelector('main')]) {
    const place = part && namedTarget(part);
    if (place) return moveFocusTo(place);
  }
}
