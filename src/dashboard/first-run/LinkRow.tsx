import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';

type LinkRowProps = { path: string; title: string; text: string; isProminent?: boolean };

/** A row of a list that leads to a screen. */
export const LinkRow = ({ path, title, text, isProminent = false }: LinkRowProps) => (
  <li>
    <Link
      to={path}
      className={clsx(
        'flex items-center gap-4 px-5 hover:bg-text/5',
        isProminent ? 'py-5' : 'py-3',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={clsx('block', isProminent && 'font-medium')}>{title}</span>
        <span className="block text-sm text-quiet">{text}</span>
      </span>
      <ArrowRight size={18} aria-hidden className="text-quiet" />
    </Link>
  </li>
);
