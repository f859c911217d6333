const removalMs = 1000;

/**
 * Reads a message to assistive technology without showing it, after what is being said now.
 * The node that carries it is gone after a second, so that nobody meets it while browsing.
 */
export function announce(message: string) {
  const node = document.createElement('div');
  node.setAttribute('role', 'status');
  node.setAttribute('aria-live', 'polite');
  node.className = 'sr-only';
  document.body.append(node);
  // A live region speaks about changes: it has to be there before its words.
  requestAnimationFrame(() => {
    node.textContent = message;
  });
  setTimeout(() => node.remove(), removalMs);
}
