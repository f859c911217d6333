import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Menu } from '../Menu.tsx';

export type RowMenuProps = {
  /** What the row shows: "office". */
  name: string;
  /** Menu items. */
  children: ReactNode;
};

/** The actions for a row, behind three dots. */
export const RowMenu = ({ name, children }: RowMenuProps) => (
  <Menu
    trigger={
      <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
        {`Actions for ${name}`}
      </Button>
    }
  >
    {children}
  </Menu>
);
