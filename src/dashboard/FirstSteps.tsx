import { Panel } from '#ui/Panel.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { TaskRow } from './TaskRow.tsx';
import type { Task } from './tasks.ts';

/** Hidden once all steps are done. */
export function FirstSteps({ tasks }: { tasks: readonly Task[] }) {
  const done = tasks.filter(({ isDone }) => isDone).length;
  if (done === tasks.length) return null;
  return (
    <Panel title="First steps" isFlush>
      <div className="border-b border-line px-5 py-4">
        <ProgressBar
          label="Done"
          value={done}
          max={tasks.length}
          valueText={`${done} of ${tasks.length}`}
          tone="success"
        />
      </div>
      <ul className="divide-y divide-line">
        {tasks.map((task) => (
          <TaskRow key={task.path} task={task} />
        ))}
      </ul>
    </Panel>
  );
}
