import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { useFocusReturn } from '../focus/use-focus-return.ts';
import { dialogBoxClass, scrimClass, topDialogBoxClass } from './dialog-class.ts';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons in the footer, the primary one last. */
  actions?: ReactNode;
  /** Opens the dialog; the focus returns to it when the dialog closes. */
  trigger?: ReactElement;
  size?: 'small' | 'medium' | 'large';
  /** For content that changes its height with each key. */
  isAtTop?: boolean;
};

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, actions, trigger, size } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={clsx(
            props.isAtTop ? topDialogBoxClass : dialogBoxClass,
            widths[size ?? 'medium'],
          )}
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...(!trigger && focusReturn)}
        >
          <header className="flex items-start gap-4 border-b border-line py-4 pr-3 pl-6">
            <div className="min-w-0 flex-1 py-1.5">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1.5 text-quiet">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" isIconOnly icon={<X size={18} aria-hidden />}>
                Close
              </Button>
            </Radix.Close>
          </header>
          {children && <div className="min-h-0 overflow-y-auto px-6 py-5">{children}</div>}
          {actions && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">
              {actions}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
