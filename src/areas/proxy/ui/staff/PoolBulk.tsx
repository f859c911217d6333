import { BulkButton } from '#ui/records/BulkButton.tsx';
import { useRemoveEach, useSwitchEach } from './queries.ts';

type PoolBulkProps = { selected: readonly string[]; onDone: () => void };

/** What is done with the selected proxies of the pool. */
export function PoolBulk(props: PoolBulkProps) {
  const switchOff = useSwitchEach(false);
  const switchOn = useSwitchEach(true);
  const remove = useRemoveEach();
  const { length } = props.selected;
  const question = {
    title: `Remove ${length} ${length === 1 ? 'proxy' : 'proxies'}?`,
    description:
      'Resources stop using them at once, and their user names and passwords are forgotten.',
  };
  return (
    <>
      <BulkButton {...props} change={switchOff} said="out of use">
        Take out of use
      </BulkButton>
      <BulkButton {...props} change={switchOn} said="in use again">
        Use again
      </BulkButton>
      <BulkButton {...props} change={remove} said="removed" question={question}>
        Remove
      </BulkButton>
    </>
  );
}
