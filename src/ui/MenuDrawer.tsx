import clsx from 'clsx';
import { Menu as MenuIcon, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { buttonClass } from './button-class.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const sides = {
  left: {
    drawer: 'left-0 right-auto w-72 max-w-[88vw] border-r surface-sunken open:animate-fade',
    head: 'h-14 border-b border-line pr-2 pl-4',
  },
  right: {
    drawer: 'right-0 left-auto w-[min(20rem,88vw)] border-l p-5 surface-raised open:animate-enter',
    head: '',
  },
};

const iconButton = buttonClass({ variant: 'quiet', isIconOnly: true });

/**
 * The browser's command attributes open and close a dialog before any script has loaded; React's
 * types lack them. Browsers without them call `act`.
 */
const commandFor = (drawerId: string, command: 'show-modal' | 'close', act: () => void) => ({
  commandfor: drawerId,
  command,
  onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!('commandForElement' in currentTarget)) act();
  },
});

/** Opens a closed drawer and closes an open one. */
export function toggleMenuDrawer(drawerId: string) {
  const drawer = document.getElementById(drawerId) as HTMLDialogElement | null;
  if (drawer?.open) drawer.close();
  else drawer?.showModal();
}

/** Call it before opening a dialog by a shortcut: the page is inert while a drawer is open. */
export const closeMenuDrawer = () =>
  document.querySelector<HTMLDialogElement>('dialog[closedby]:modal')?.close();

type MenuDrawerButtonProps = { drawerId: string; className?: string };

export const MenuDrawerButton = ({ drawerId, className }: MenuDrawerButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    {...commandFor(drawerId, 'show-modal', () => toggleMenuDrawer(drawerId))}
    className={clsx(iconButton, className)}
  >
    <MenuIcon size={22} aria-hidden />
    <VisuallyHidden>Open the menu</VisuallyHidden>
  </button>
);

export type MenuDrawerProps = {
  /** The `drawerId` of its button. */
  id: string;
  side: keyof typeof sides;
  /** Next to the close button. */
  head: ReactNode;
  children: ReactNode;
};

/**
 * A native modal dialog: the page behind it is inert, Escape closes it, the focus returns to its
 * button, and it opens before any script has loaded.
 */
export function MenuDrawer({ id, side, head, children }: MenuDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  // Only on cleanup: a drawer opened before hydration stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(() => {
    const { current } = drawer;
    return () => current?.close();
  }, [key]);

  // For browsers without `closedby`. The drawer is as high as the window.
  function closeByBackdrop({ currentTarget, clientX }: MouseEvent<HTMLDialogElement>) {
    const { left, right } = currentTarget.getBoundingClientRect();
    // A button pressed by keyboard reports no position.
    if (clientX !== 0 && (clientX < left || clientX > right)) currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by itself.
    <dialog
      ref={drawer}
      id={id}
      aria-label="Menu"
      closedby="any"
      onClick={closeByBackdrop}
      className={clsx(
        'fixed inset-y-0 m-0 h-dvh max-h-none overflow-y-auto overscroll-contain border-0',
        'border-line text-text backdrop:bg-scrim',
        sides[side].drawer,
      )}
    >
      <div className={clsx('flex items-center justify-between', sides[side].head)}>
        {head}
        <button
          type="button"
          {...commandFor(id, 'close', () => drawer.current?.close())}
          className={iconButton}
        >
          <X size={22} aria-hidden />
          <VisuallyHidden>Close the menu</VisuallyHidden>
        </button>
      </div>
      {children}
    </dialog>
  );
}
