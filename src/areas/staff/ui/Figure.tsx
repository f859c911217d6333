import clsx from 'clsx';
import { Link } from 'react-router';

type FigureProps = {
  value: number | string;
  label: string;
  /** Where the rows behind it are. */
  to?: string;
  /** Any at all is too many. */
  isBad?: boolean;
};

export function Figure({ value, label, to, isBad }: FigureProps) {
  const isAlarming = isBad === true && value !== 0;
  const figure = (
    <>
      <span className={clsx('block font-mono text-2xl tabular-nums', isAlarming && 'text-danger')}>
        {typeof value === 'number' ? value.toLocaleString('en') : value}
      </span>
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
