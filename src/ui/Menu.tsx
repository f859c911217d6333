import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export type MenuProps = {
  /** A Button; it gets the menu's attributes. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
  children: ReactNode;
};

export const Menu = ({ trigger, align = 'end', side, children }: MenuProps) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={12}
        className={clsx(
          'z-50 min-w-52 max-w-80 animate-fade border border-line py-1 surface-raised shadow-float',
          'data-[state=closed]:animate-leave',
        )}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  onSelect?: (event: Event) => void;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  /** Makes the only child (a link) the item; put the icon inside it. */
  asChild?: boolean;
};

export const MenuItem = ({ children, icon, tone, asChild, ...rest }: MenuItemProps) => (
  <DropdownMenu.Item
    {...rest}
    asChild={asChild}
    className={clsx(
      'flex min-h-9 cursor-pointer select-none items-center gap-2.5 px-3.5 text-sm outline-none!',
      'shadow-none! data-highlighted:bg-text/8 data-disabled:cursor-not-allowed',
      'data-disabled:text-quiet pointer-coarse:min-h-11',
      tone === 'danger' && 'text-danger',
    )}
  >
    {asChild ? (
      children
    ) : (
      <>
        {icon}
        {children}
      </>
    )}
  </DropdownMenu.Item>
);

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="truncate px-3.5 py-2 text-xs text-quiet">
    {children}
  </DropdownMenu.Label>
);

export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;
