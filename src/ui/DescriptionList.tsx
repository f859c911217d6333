import clsx from 'clsx';
import type { ReactNode } from 'react';

export type DescriptionItem = { term: string; description: ReactNode; isNumeric?: boolean };

export type DescriptionListProps = { items: readonly DescriptionItem[]; className?: string };

export const DescriptionList = ({ items, className }: DescriptionListProps) => (
  <dl className={clsx('divide-y divide-line', className)}>
    {items.map(({ term, description, isNumeric }) => (
      <div
        key={term}
        className="grid gap-x-6 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(8rem,1fr)_2fr]"
      >
        <dt className="text-sm leading-6 text-quiet">{term}</dt>
        <dd className={clsx('min-w-0 text-sm leading-6 wrap-anywhere', isNumeric && 'font-mono')}>
          {description}
        </dd>
      </div>
    ))}
  </dl>
);
