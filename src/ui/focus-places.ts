// Where the focus goes when nothing has it: to something with a name, so that a screen reader says
// where that is, and the next press of Tab goes on from there.

/** Gives the focus to something that takes none by itself, such as a heading. */
export function focusPlace(place: HTMLElement) {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** An element and all around it, the nearest first; none where nothing has the focus. */
export function surroundingsOf(element: Element | null): readonly Element[] {
  if (!element || element === document.body) return [];
  return [element, ...surroundingsOf(element.parentElement)];
}

const parts = 'section, form, fieldset, nav, aside, ul, ol, dialog, [role]';

function namedPlace(element: Element): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  if (element.localName === 'main') return element.querySelector('h1') ?? element;
  if (!element.matches(parts)) return null;
  if (element.hasAttribute('aria-label')) return element;
  const titleId = element.getAttribute('aria-labelledby');
  return titleId ? document.getElementById(titleId) : null;
}

/**
 * The first of an element's surroundings itself, where it is still on the page; else the nearest
 * part with a name: its heading, or the part.
 */
export function focusNear(surroundings: readonly Element[]) {
  const standing = surroundings.filter(({ isConnected }) => isConnected);
  const [element] = surroundings;
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  if (element && document.activeElement === element) return;
  for (const part of [...standing, document.querySelector('main')]) {
    const place = part && namedPlace(part);
    if (place) return focusPlace(place);
  }
}
