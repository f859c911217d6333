const removalMs = 1000;

/**
 * Announces a message to assistive technology without showing it, after the current announcement.
 * Its element is removed after a second, so that screen readers don't find it while browsing.
 */
export function announce(message: string) {
  const node = document.createElement('div');
  node.setAttribute('role', 'status');
  node.setAttribute('aria-live', 'polite');
  node.className = 'sr-only';
  document.body.append(node);
  // A live region announces changes: it must exist before its text is set.
  requestAnimationFrame(() => {
    node.textContent = message;
  });
  setTimeout(() => node.remove(), removalMs);
}
