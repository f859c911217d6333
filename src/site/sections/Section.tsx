import clsx from 'clsx';
import type { ReactNode } from 'react';
import { toSlug } from '../pages/slug.ts';

const shapes = {
  /** The heading to the left of the content. */
  beside: 'ground',
  /** The content across all columns. */
  table: 'ground',
  /** Something to read or look at, with the heading to its left. */
  artefact: 'sunken',
  /** Something to try, across all columns. */
  demo: 'sunken',
  /** Text in seven columns, with room for a note. */
  text: 'ground',
  /** In the colors of the other theme; once a page. */
  band: 'inverted',
} as const;
type Shape = keyof typeof shapes;

const grounds = {
  ground: 'border-t border-line',
  sunken: 'border-t border-line surface-sunken',
  inverted: 'inverted text-text surface-ground',
};

const widths: Record<Shape, string> = {
  beside: 'lg:col-span-8',
  artefact: 'lg:col-span-8 [&>.prose]:max-w-none',
  demo: 'lg:col-span-12',
  table: 'lg:col-span-12',
  text: 'lg:col-span-7',
  band: 'lg:col-span-12',
};

type SectionProps = {
  title: string;
  lead?: string;
  /** In the margin of `text`. */
  note?: string;
  shape?: Shape;
  children: ReactNode;
};

type HeadingProps = Pick<SectionProps, 'title' | 'lead'> & { id: string };

const HeadingBeside = ({ title, lead, id }: HeadingProps) => (
  <div className="lg:col-span-4">
    <h2 id={id} className="text-3xl">
      {title}
    </h2>
    {lead && <p className="mt-4 max-w-measure text-quiet">{lead}</p>}
  </div>
);

const HeadingAbove = ({ title, lead, id }: HeadingProps) => (
  <div className="grid gap-x-10 gap-y-3 lg:col-span-12 lg:grid-cols-12">
    <h2 id={id} className="text-3xl lg:col-span-5">
      {title}
    </h2>
    {lead && <p className="max-w-measure text-quiet lg:col-span-7 lg:pt-1.5">{lead}</p>}
  </div>
);

const Note = ({ children }: { children: string }) => (
  <p className="border-t border-control pt-3 text-sm text-quiet lg:col-span-3 lg:col-start-10">
    {children}
  </p>
);

/** A section of a page with its heading. */
export function Section({ title, lead, note, shape = 'beside', children }: SectionProps) {
  // Its own text, so that it can be linked.
  const id = toSlug(title);
  const Heading = shape === 'beside' || shape === 'artefact' ? HeadingBeside : HeadingAbove;
  return (
    <section aria-labelledby={id} className={grounds[shapes[shape]]}>
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-10 px-gutter py-section lg:grid-cols-12">
        <Heading title={title} {...(lead && { lead })} id={id} />
        <div className={clsx('min-w-0', widths[shape])}>{children}</div>
        {note && <Note>{note}</Note>}
      </div>
    </section>
  );
}

/** Prose within a section or between sections. */
export const Words = ({ children }: { children: ReactNode }) => (
  <div className="prose">{children}</div>
);
