import clsx from 'clsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type SpinnerProps = {
  /** For assistive technology; leave it out where the text next to the spinner says the same. */
  label?: string;
  sizePx?: number;
  className?: string;
};

export function Spinner({ label, sizePx = 16, className }: SpinnerProps) {
  const ring = (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={sizePx}
      height={sizePx}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      className={clsx('shrink-0 animate-spin', className)}
    >
      <circle cx="8" cy="8" r="6.5" opacity="0.3" />
      <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" />
    </svg>
  );
  if (label === undefined) return ring;
  return (
    <span role="status" className="inline-flex">
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
