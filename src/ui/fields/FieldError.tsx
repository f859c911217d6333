import { CircleAlert } from 'lucide-react';

export type FieldErrorProps = { id?: string; children?: string };

/** Renders nothing without an error. */
export function FieldError({ id, children }: FieldErrorProps) {
  if (!children) return null;
  return (
    <p id={id} className="flex animate-fade items-start gap-1.5 text-sm text-danger">
      <CircleAlert size={16} aria-hidden className="mt-0.5" />
      {children}
    </p>
  );
}
