import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announce.ts';
import { focusPlace } from '#ui/focus-places.ts';
import { watchLostFocus } from '#ui/lost-focus.ts';
import { toast } from '#ui/toast.ts';

/** A field or a dialog that the new screen opened with. */
const taken = 'main :is(input, textarea, select), [role=dialog], [role=alertdialog]';

/** A hash is anybody's text: `#100%` can't be decoded. */
function readHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/**
 * Gives the focus to the screen's heading; until that has been loaded, to the part around it.
 * Returns what ends the waiting.
 */
function focusScreen(hash: string): () => void {
  const id = readHash(hash);
  if (document.activeElement?.closest(taken)) return () => {};
  const main = document.querySelector('main');
  const find = () => document.getElementById(id) ?? main?.querySelector('h1');
  const found = find();
  if (found) focusPlace(found);
  if (found || !main) return () => {};
  focusPlace(main);
  const observer = new MutationObserver(() => {
    const late = find();
    // A person who moved the focus meanwhile keeps it.
    if (late && document.activeElement === main) focusPlace(late);
    if (late) observer.disconnect();
  });
  observer.observe(main, { subtree: true, childList: true });
  return () => observer.disconnect();
}

/** What a browser does when it loads a page, done when the router shows another one. */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    toast.dismissOlder();
    announce(document.title);
    return focusScreen(hash);
  }, [pathname, hash]);
  useEffect(watchLostFocus, []);
  return null;
}
