import type { ReactNode } from 'react';
import { Action } from './Action.tsx';

type HeroProps = {
  title: string;
  lead: string;
  action: { label: string; path: string };
  second?: { label: string; path: string };
  /** The page's diagram. */
  children?: ReactNode;
};

/** Text takes seven columns, the diagram five; on a small screen the diagram comes second. */
export const Hero = ({ title, lead, action, second, children }: HeroProps) => (
  <div className="mx-auto grid max-w-page items-center gap-x-10 gap-y-12 px-gutter pt-10 pb-section lg:grid-cols-12 lg:pt-16">
    <div className="lg:col-span-7">
      <h1 className="text-6xl">{title}</h1>
      <p className="mt-7 max-w-[52ch] text-lg text-quiet">{lead}</p>
      <div className="mt-9 flex flex-wrap gap-3">
        <Action {...action} />
        {second && <Action {...second} isPrimary={false} />}
      </div>
    </div>
    <div className="lg:col-span-5">{children}</div>
  </div>
);
