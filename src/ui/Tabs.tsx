import clsx from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type TabItem = {
  value: string;
  label: ReactNode;
  content: ReactNode;
  /** Keeps its state while another tab is active. */
  staysMounted?: boolean;
};

export type TabsProps = {
  /** Names the group for assistive technology. */
  label: string;
  items: readonly TabItem[];
  /** Defaults to the first tab. */
  defaultValue?: string;
  value?: string;
  onValueChange?: (value: string) => void;
  className?: string;
};

export const Tabs = ({ label, items, defaultValue, className, ...state }: TabsProps) => (
  <Radix.Root defaultValue={defaultValue ?? items[0]?.value} className={className} {...state}>
    <Radix.List aria-label={label} className="flex overflow-x-auto border-b border-line">
      {items.map((item) => (
        <Radix.Trigger
          key={item.value}
          value={item.value}
          className={clsx(
            '-mb-px min-h-10 border-b-2 border-transparent px-4 text-quiet transition-colors',
            'whitespace-nowrap -outline-offset-2 hover:text-text pointer-coarse:min-h-11',
            'data-[state=active]:border-accent data-[state=active]:font-medium',
            'data-[state=active]:text-text',
          )}
        >
          {item.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {items.map((item) => (
      <Radix.Content
        key={item.value}
        value={item.value}
        className="pt-4 data-[state=inactive]:hidden"
        {...(item.staysMounted && { forceMount: true })}
      >
        {item.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
