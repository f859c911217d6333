import clsx from 'clsx';
import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'react-router';
import type { Task } from './tasks.ts';

export const TaskRow = ({ task }: { task: Task }) => (
  <li>
    <Link to={task.path} className="flex items-center gap-4 px-5 py-3 hover:bg-text/5">
      <span
        className={clsx(
          'grid size-5 shrink-0 place-items-center border',
          task.isDone ? 'border-success text-success' : 'border-control',
        )}
      >
        {task.isDone && <Check size={14} aria-hidden />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={clsx('block', task.isDone ? 'text-quiet line-through' : 'font-medium')}>
          {task.title}
          {task.isDone && <span className="sr-only">, done</span>}
        </span>
        {!task.isDone && <span className="block text-sm text-quiet">{task.text}</span>}
      </span>
      {!task.isDone && <ArrowRight size={18} aria-hidden className="text-quiet" />}
    </Link>
  </li>
);
