import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/focus/announce.ts';
import { watchLostFocus } from '#ui/focus/lost-focus.ts';
import { moveFocusTo } from '#ui/focus/move-focus.ts';
import { toast } from '#ui/toast.ts';

/** A field or dialog that the new screen has focused itself. */
const focusedPart = 'main :is(input, textarea, select), [role=dialog], [role=alertdialog]';

/** A hash can be any text: `#100%` can't be decoded. */
function readHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/**
 * Focuses the screen's heading, or `main` until the heading has loaded. Returns a function that
 * stops waiting for it.
 */
function focusScreen(hash: string): () => void {
  const id = readHash(hash);
  if (document.activeElement?.closest(focusedPart)) return () => {};
  const main = document.querySelector('main');
  const find = () => document.getElementById(id) ?? main?.querySelector('h1');
  const found = find();
  if (found) moveFocusTo(found);
  if (found || !main) return () => {};
  moveFocusTo(main);
  const observer = new MutationObserver(() => {
    const late = find();
    // If the user has moved the focus meanwhile, it stays there.
    if (late && document.activeElement === main) moveFocusTo(late);
    if (late) observer.disconnect();
  });
  observer.observe(main, { subtree: true, childList: true });
  return () => observer.disconnect();
}

/**
 * Resets focus and announces the title on a client-side navigation, as browsers do on a page load.
 */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    toast.dismissOlder();
    announce(document.title);
    return focusScreen(hash);
  }, [pathname, hash]);
  useEffect(watchLostFocus, []);
  return null;
}
