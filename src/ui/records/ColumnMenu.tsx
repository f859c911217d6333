import { Check, Columns3 } from 'lucide-react';
import { Button } from '../Button.tsx';
import { Menu, MenuItem } from '../Menu.tsx';
import type { useHiddenColumns } from './saved-choices.ts';

type ColumnMenuProps = {
  columns: readonly { key: string; header: string }[];
  choice: ReturnType<typeof useHiddenColumns>;
};

/** The first column names the row and stays. */
export function ColumnMenu({ columns, choice }: ColumnMenuProps) {
  const trigger = (
    <Button size="small" icon={<Columns3 size={16} aria-hidden />}>
      Columns
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {columns.slice(1).map(({ key, header }) => {
        const isVisible = !choice.hidden.includes(key);
        return (
          <MenuItem
            key={key}
            icon={<Check size={16} aria-hidden className={isVisible ? undefined : 'invisible'} />}
            onSelect={(event) => {
              event.preventDefault();
              choice.toggle(key);
            }}
          >
            {header}
            <span className="sr-only">{isVisible ? ', shown' : ', hidden'}</span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
