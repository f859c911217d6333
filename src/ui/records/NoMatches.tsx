import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

export type NoMatchesProps = { title?: string; children?: string; onClear: () => void };

/** For a list that has rows, none of which match the filters. */
export const NoMatches = ({
  title = 'Nothing matches',
  children = 'Try fewer filters or other words.',
  onClear,
}: NoMatchesProps) => (
  <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
    {children}
  </EmptyState>
);
