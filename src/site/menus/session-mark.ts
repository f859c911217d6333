// Prerendered pages don't know who is signed in. Before the first paint an attribute is set on the
// document if a token is stored; CSS shows "Sign in" or "Dashboard" depending on it.

/** Constant, because the content security policy contains its hash. */
export const sessionMarkScript =
  "try{document.documentElement.toggleAttribute('data-signed-in',!!localStorage.getItem('auth_token'))}catch{}";

/** Updates the attribute when the session changes. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
}
