import clsx from 'clsx';
import type { ReactNode } from 'react';
import { toSlug } from '../pages/slug.ts';

type SectionProps = {
  title: string;
  lead?: string;
  /** `beside`: the heading to the left. `above`: the whole width below the heading. */
  shape?: 'beside' | 'above';
  /** On a darker background, to separate it from its neighbours. */
  isSunken?: boolean;
  children: ReactNode;
};

/** A section of a page with its heading. */
export function Section({ title, lead, shape = 'beside', isSunken, children }: SectionProps) {
  // Its own text, so that it can be linked.
  const titleId = toSlug(title);
  const isBeside = shape === 'beside';
  return (
    <section
      aria-labelledby={titleId}
      className={clsx('border-t border-line', isSunken && 'surface-sunken')}
    >
      <div
        className={clsx(
          'mx-auto grid max-w-page gap-10 px-gutter py-[calc(var(--spacing-section)*0.75)]',
          isBeside && 'lg:grid-cols-12',
        )}
      >
        <div className={isBeside ? 'lg:col-span-4' : 'grid gap-x-10 gap-y-4 lg:grid-cols-12'}>
          <h2 id={titleId} className={clsx('text-3xl', !isBeside && 'lg:col-span-6')}>
            {title}
          </h2>
          {lead && (
            <p className={clsx('max-w-measure text-quiet', isBeside ? 'mt-4' : 'lg:col-span-6')}>
              {lead}
            </p>
          )}
        </div>
        <div className={clsx('min-w-0', isBeside && 'lg:col-span-8')}>{children}</div>
      </div>
    </section>
  );
}

/** Prose within a section or between sections. */
export const Words = ({ children }: { children: ReactNode }) => (
  <div className="prose">{children}</div>
);
