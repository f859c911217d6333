import clsx from 'clsx';
import { createContext, type ReactNode, use } from 'react';

const shapes = {
  /** Two columns. */
  pairs: { frame: 'grid gap-x-10 sm:grid-cols-2', item: 'border-t border-line py-6' },
  /** Side by side, for three or four short ones. */
  columns: {
    frame: 'grid gap-y-8 sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none',
    item: 'border-l border-control px-5 pb-2',
  },
  /** One below the other, with the title to the left. */
  rows: {
    frame: 'grid border-b border-line',
    item: 'grid gap-x-8 gap-y-2 border-t border-line py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] *:mt-0!',
  },
};
type Shape = keyof typeof shapes;

const ShapeContext = createContext<Shape>('pairs');

type FeaturesProps = { shape?: Shape; children: ReactNode };

export const Features = ({ shape = 'pairs', children }: FeaturesProps) => (
  <ShapeContext value={shape}>
    <div className={shapes[shape].frame}>{children}</div>
  </ShapeContext>
);

type FeatureProps = { title: string; children: ReactNode };

export const Feature = ({ title, children }: FeatureProps) => (
  <div className={shapes[use(ShapeContext)].item}>
    <h3 className="text-lg">{title}</h3>
    <div
      className={clsx(
        'mt-2 max-w-measure text-quiet',
        '[&_a]:text-info [&_a]:underline [&_a]:underline-offset-4',
      )}
    >
      {children}
    </div>
  </div>
);
