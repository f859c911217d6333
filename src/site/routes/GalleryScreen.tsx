/** The components of the design system, at /dev/ui in development. */
export { Gallery as default } from '#ui/gallery/Gallery.tsx';
