import type { ComponentProps } from 'react';

/** A table that scrolls horizontally on narrow screens. */
export const ProseTable = (props: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
  <div tabIndex={0} className="overflow-x-auto">
    <table {...props} />
  </div>
);
