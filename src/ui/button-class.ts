import clsx from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const looks: Record<ButtonVariant, string> = {
  primary:
    'border-accent bg-accent text-on-accent not-data-inert:hover:border-accent-strong not-data-inert:hover:bg-accent-strong',
  secondary:
    'border-control text-text not-data-inert:hover:border-text not-data-inert:hover:bg-text/5',
  quiet: 'border-transparent text-text not-data-inert:hover:bg-text/8',
  danger: 'border-danger text-danger not-data-inert:hover:bg-danger/10',
};

const heights: Record<ButtonSize, string> = {
  small: 'min-h-8 pointer-coarse:min-h-11 text-sm gap-1.5',
  medium: 'min-h-10 pointer-coarse:min-h-11 gap-2',
  large: 'min-h-12 text-lg gap-2.5',
};
const paddings: Record<ButtonSize, string> = { small: 'px-3', medium: 'px-4', large: 'px-6' };
const squares: Record<ButtonSize, string> = {
  small: 'w-8 pointer-coarse:w-11',
  medium: 'w-10 pointer-coarse:w-11',
  large: 'w-12',
};

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; isIconOnly?: boolean };

/** The style of a button, for other elements. */
export function buttonClass({ variant = 'secondary', size = 'medium', isIconOnly }: ButtonLook) {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center rounded-control border py-1',
    'text-center font-medium leading-tight no-underline transition-colors',
    'data-inert:cursor-not-allowed data-inert:border-line data-inert:bg-transparent data-inert:text-quiet',
    looks[variant],
    heights[size],
    isIconOnly ? squares[size] : paddings[size],
  );
}
