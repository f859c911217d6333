import type { ComponentProps } from 'react';

/** Code scrolls sideways where the screen is narrow, so the keyboard must reach it. */
export const CodeBlock = (props: ComponentProps<'pre'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
  <pre tabIndex={0} {...props} />
);
