import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#ui/Badge.tsx';
import type { Task } from './tasks.ts';

const rowClass = 'flex items-center gap-4 px-5 py-4 hover:bg-text/5';

export function TaskRow({ task }: { task: Task }) {
  const words = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{task.title}</span>
        <span className="block text-sm text-quiet">{task.text}</span>
      </span>
      {task.isOpen && <Badge tone="warning">Open</Badge>}
      <ArrowRight size={18} aria-hidden className="text-quiet" />
    </>
  );
  return (
    <li>
      {task.isOutside ? (
        <a href={task.path} className={rowClass}>
          {words}
        </a>
      ) : (
        <Link to={task.path} className={rowClass}>
          {words}
        </Link>
      )}
    </li>
  );
}
