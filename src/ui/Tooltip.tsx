import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

export type TooltipProps = {
  /** Adds to the child's accessible name; never the only place of information. */
  content: string;
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
};

export const Tooltip = ({ content, children, side = 'top' }: TooltipProps) => (
  <Radix.Provider delayDuration={400}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          className="z-60 max-w-64 animate-fade bg-text px-2.5 py-1 text-xs text-ground"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
);
