import { BulkButton } from '#ui/records/BulkButton.tsx';
import { useRemoveEach, useSwitchEach } from './queries.ts';

type PoolBulkProps = { selected: readonly string[]; onDone: () => void };

/** Bulk actions for the selected proxies. */
export function PoolBulk(props: PoolBulkProps) {
  const switchOff = useSwitchEach(false);
  const switchOn = useSwitchEach(true);
  const remove = useRemoveEach();
  const { length } = props.selected;
  const question = {
    title: `Remove ${length} ${length === 1 ? 'proxy' : 'proxies'}?`,
    description:
      'Resources stop using them at once, and their user names and passwords are deleted.',
  };
  return (
    <>
      <BulkButton {...props} change={switchOff} doneLabel="disabled">
        Disable
      </BulkButton>
      <BulkButton {...props} change={switchOn} doneLabel="enabled">
        Enable
      </BulkButton>
      <BulkButton {...props} change={remove} doneLabel="removed" question={question}>
        Remove
      </BulkButton>
    </>
  );
}
