import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const sides = {
  left: {
    drawer: 'left-0 w-72 max-w-[88vw] border-r surface-sunken open:animate-fade',
    head: 'h-14 border-b border-line pr-2 pl-4',
  },
  right: {
    drawer: 'right-0 left-auto w-[min(20rem,88vw)] border-l p-5 surface-raised open:animate-enter',
    head: '',
  },
};

export type MenuDrawerProps = {
  /** Whatever opens it names it so. */
  id: string;
  side: keyof typeof sides;
  /** Stands beside the button that closes it. */
  head: ReactNode;
  children: ReactNode;
};

/** A native popover: it opens, closes and traps a tap outside before any script has loaded. */
export const MenuDrawer = ({ id, side, head, children }: MenuDrawerProps) => (
  <div
    id={id}
    popover="auto"
    role="dialog"
    aria-label="Menu"
    className={clsx(
      'fixed inset-y-0 m-0 h-dvh max-h-none overflow-y-auto border-0 border-line text-text backdrop:bg-scrim',
      sides[side].drawer,
    )}
  >
    <div className={clsx('flex items-center justify-between', sides[side].head)}>
      {head}
      <button
        type="button"
        popoverTarget={id}
        popoverTargetAction="hide"
        className={buttonClass({ variant: 'quiet', isIconOnly: true })}
      >
        <X size={22} aria-hidden />
        <VisuallyHidden>Close the menu</VisuallyHidden>
      </button>
    </div>
    {children}
  </div>
);
