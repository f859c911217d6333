// Until React takes a page over, the browser lays out and paints the sections below the first
// screen only when they come near (`content-visibility` in src/ui/theme/base.css), with estimates
// of their heights. A place in the page must not depend on those: this does not apply where the
// browser goes to one, with a hash, after a reload, or back to a page.

/** Constant, because the content security policy contains its hash. */
export const lazySectionsScript =
  "document.documentElement.toggleAttribute('data-lazy',!location.hash&&performance.getEntriesByType('navigation')[0]?.type==='navigate')";

/** What is on the screen stays in its place: browsers anchor it. */
export function endLazySections(): void {
  setTimeout(() => document.documentElement.removeAttribute('data-lazy'));
}
