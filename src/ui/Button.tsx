import clsx from 'clsx';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './Spinner.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Before the text. */
  icon?: ReactNode;
  /** Shows only the icon; the children remain its accessible name. */
  isIconOnly?: boolean;
};

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows a spinner and ignores presses; keeps the focus. */
    isBusy?: boolean;
    /** Replaces the text while busy: "Sending..." */
    busyLabel?: string;
  };

export function Button(props: ButtonProps) {
  const { variant, size, icon, isIconOnly, isBusy, busyLabel, className, children, ...rest } =
    props;
  const words = isBusy && busyLabel !== undefined ? busyLabel : children;
  /** `aria-disabled` keeps the focus, unlike `disabled`. */
  const isInert = rest.disabled === true || rest['aria-disabled'] === true;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // preventDefault also stops the submission that Enter in a field would start.
    if (isBusy || isInert) event.preventDefault();
    else rest.onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      data-inert={isInert || undefined}
      className={clsx(
        buttonClass({ variant, size, isIconOnly }),
        isBusy && 'cursor-wait!',
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {isIconOnly ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<'a'> &
  Look & {
    /** Applies the style to the only child, such as a router link, instead of an `<a>`. */
    asChild?: boolean;
  };

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, icon, isIconOnly, asChild, className, children, ...rest } = props;
  const Root = asChild ? Slot.Root : 'a';
  return (
    <Root
      data-button
      {...rest}
      className={clsx(buttonClass({ variant, size, isIconOnly }), className)}
    >
      {icon}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Root>
  );
}
