/** The parts of the design system, at /dev/ui while the code is served from its sources. */
export { Gallery as default } from '#ui/Gallery.tsx';
