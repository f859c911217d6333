// Prerendered pages don't know who looks at them. Before the first paint a mark on the document
// says whether a token is stored, and style sheets show "Sign in" or "Dashboard" by it.

/** Constant: the content security policy names the hash of the script it is part of. */
export const sessionMarkScript =
  "try{document.documentElement.toggleAttribute('data-signed-in',!!localStorage.getItem('auth_token'))}catch{}";

/** Keeps the mark true when the session changes while the page stays. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
}
