import type { ReactNode } from 'react';

export type VisuallyHiddenProps = { children: ReactNode };

export const VisuallyHidden = ({ children }: VisuallyHiddenProps) => (
  <span className="sr-only">{children}</span>
);
