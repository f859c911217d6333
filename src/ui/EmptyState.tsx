import clsx from 'clsx';
import type { ReactNode } from 'react';

export type EmptyStateProps = {
  /** What will be here. */
  title: string;
  children?: ReactNode;
  /** The action that adds the first one. */
  action?: ReactNode;
  /** In place of a whole screen: the title is its heading. */
  isPage?: boolean;
  className?: string;
};

const strokes = [
  { d: 'M22 4C22 20 19 30 21 44S27 58 24 74', color: 'var(--control)' },
  { d: 'M46 2C46 18 49 26 47 42S42 60 46 78', color: 'var(--control)' },
  { d: 'M70 6C70 22 67 32 69 46S75 60 71 72', color: 'var(--control)' },
  { d: 'M2 30C18 26 34 34 50 30S76 22 94 33', color: 'var(--info)' },
  { d: 'M6 54C20 58 30 49 44 53S62 62 74 55', color: 'var(--accent)' },
];

const Title = ({ title, isPage }: Pick<EmptyStateProps, 'title' | 'isPage'>) => {
  const Tag = isPage ? 'h1' : 'p';
  return (
    <Tag className="mt-5 font-display text-lg leading-relaxed font-semibold tracking-normal">
      {title}
    </Tag>
  );
};

export const EmptyState = ({ title, children, action, isPage, className }: EmptyStateProps) => (
  <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
    <svg
      aria-hidden="true"
      viewBox="0 0 96 80"
      width="96"
      height="80"
      fill="none"
      strokeWidth="1.5"
    >
      {strokes.map(({ d, color }) => (
        <path
          key={d}
          d={d}
          stroke={color}
          pathLength={1}
          className="animate-draw [stroke-dasharray:1]"
        />
      ))}
    </svg>
    <Title title={title} isPage={isPage} />
    {children && <div className="mt-1 max-w-md text-balance text-quiet">{children}</div>}
    {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
);
