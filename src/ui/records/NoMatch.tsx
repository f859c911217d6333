import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

type NoMatchProps = { title?: string; children?: string; onClear: () => void };

/** There are rows, and the filters let none of them through. */
export const NoMatch = ({
  title = 'Nothing matches',
  children = 'Try fewer filters or other words.',
  onClear,
}: NoMatchProps) => (
  <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
    {children}
  </EmptyState>
);
