import type { ComponentProps } from 'react';

type HeadingProps = ComponentProps<'h2'>;

/** A heading that links to itself. */
const Anchored = ({ id, children }: HeadingProps) =>
  id ? (
    <a href={`#${id}`} className="anchor">
      {children}
    </a>
  ) : (
    children
  );

export const HeadingTwo = ({ id, children }: HeadingProps) => (
  <h2 id={id}>
    <Anchored id={id}>{children}</Anchored>
  </h2>
);

export const HeadingThree = ({ id, children }: HeadingProps) => (
  <h3 id={id}>
    <Anchored id={id}>{children}</Anchored>
  </h3>
);
