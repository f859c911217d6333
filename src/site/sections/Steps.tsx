import type { ReactNode } from 'react';

/** Numbered steps along one line: downwards, and across on a wide screen. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="border-l border-control [counter-reset:step] lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-x-10 lg:border-t lg:border-l-0">
    {children}
  </ol>
);

type StepProps = { title: string; children: ReactNode };

export const Step = ({ title, children }: StepProps) => (
  <li className="relative pb-10 pl-8 [counter-increment:step] last:pb-0 before:absolute before:top-3 before:-left-3 before:h-0.5 before:w-6 before:bg-accent sm:pl-14 lg:pt-9 lg:pb-0 lg:pl-0 lg:before:-top-3 lg:before:left-0 lg:before:h-6 lg:before:w-0.5">
    <h3 className="flex items-baseline gap-3 text-xl before:font-sans before:text-sm before:font-normal before:tabular-nums before:text-quiet before:content-[counter(step)]">
      {title}
    </h3>
    <div className="mt-2 max-w-measure text-quiet">{children}</div>
  </li>
);
