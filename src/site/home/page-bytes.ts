// The size of the home page, printed into it by the build. The page's own script cannot contain it:
// the page names that script by a hash of its content.

/** In the prerendered page until scripts/build/page-bytes.ts replaces it. */
export const pageBytesMark = '[page-bytes]';
export const pageBytesId = 'page-bytes';
