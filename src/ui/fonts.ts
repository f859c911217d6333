/** Address of the text face, the only font that a page preloads (`as=font`, `crossorigin`). */
export { default as textFaceUrl } from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
