/** Addresses of the fonts that pages preload (`as=font`, `crossorigin`). */

export { default as displayFaceUrl } from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2?url';
export { default as textFaceUrl } from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
