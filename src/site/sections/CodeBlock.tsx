import type { ComponentProps } from 'react';

/** Focusable, because long lines scroll horizontally. */
export const CodeBlock = (props: ComponentProps<'pre'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
  <pre tabIndex={0} {...props} />
);
