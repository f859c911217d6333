import clsx from 'clsx';
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export type BadgeProps = {
  tone?: BadgeTone;
  /** The name of the state; the colour only repeats it. */
  children: ReactNode;
  className?: string;
};

const inks: Record<BadgeTone, string> = {
  neutral: 'text-quiet',
  info: 'text-info',
  success: 'text-success',
  warning: 'text-warning-text',
  danger: 'text-danger',
};

export const Badge = ({ tone = 'neutral', children, className }: BadgeProps) => (
  <span
    className={clsx(
      'inline-flex min-h-6 items-center gap-1.5 border border-line px-2 text-xs font-medium',
      'whitespace-nowrap rounded-control',
      inks[tone],
      className,
    )}
  >
    <span aria-hidden="true" className="size-1.5 bg-current" />
    {children}
  </span>
);
