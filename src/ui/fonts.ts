/** Addresses of the faces that a page preloads (`as=font`, `crossorigin`): text, then headlines. */

export { default as displayFaceUrl } from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
export { default as textFaceUrl } from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
