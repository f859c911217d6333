/** Read by `scripts/build/start-script.ts`. */
export const idleMark = 'data-hydrate-when-idle';

/**
 * For an element that scripts complete without an interaction: with these attributes, phones run
 * the page's scripts when idle instead of at the first touch.
 */
export const hydrateWhenIdle = { [idleMark]: '' };
