import clsx from 'clsx';
import { Link } from 'react-router';
import { formatCount } from '#lib/format.ts';

type FigureProps = {
  value: number | string;
  label: string;
  /** The list behind the figure. */
  to?: string;
  /** Highlighted unless zero. */
  isBad?: boolean;
};

export function Figure({ value, label, to, isBad }: FigureProps) {
  const isAlarming = isBad === true && value !== 0;
  const figure = (
    <>
      <span className={clsx('block font-mono text-2xl tabular-nums', isAlarming && 'text-danger')}>
        {typeof value === 'number' ? formatCount(value) : value}
      </span>{' '}
      <span className="text-sm text-quiet">{label}</span>
    </>
  );
  if (!to) return <div>{figure}</div>;
  return (
    <Link to={to} className="underline-offset-4 hover:underline">
      {figure}
    </Link>
  );
}
