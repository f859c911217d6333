import { Columns3, Copy, Ellipsis, FileSpreadsheet, LifeBuoy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { download } from '#ui/download.ts';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { loadCsv } from '../queries.ts';
import { DeleteCalculation } from './DeleteCalculation.tsx';

type MoreMenuProps = {
  kind: ImportKind;
  calculation: Pick<CalculationWire, 'id'>;
  name: string;
  /** Smaller, in a row of a list. */
  isInRow?: boolean;
  onDeleted?: () => void;
};

/** Less frequent actions of a stored calculation. */
export function MoreMenu({ kind, calculation: { id }, name, isInRow, onDeleted }: MoreMenuProps) {
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);

  const saveCsv = () => download(`customs-${kind}-${id}.csv`, () => loadCsv(kind, String(id)));

  return (
    <>
      <Menu
        trigger={
          <Button
            variant={isInRow ? 'quiet' : 'secondary'}
            size={isInRow ? 'small' : 'medium'}
            isIconOnly
            icon={<Ellipsis size={18} aria-hidden />}
          >
            {`Actions for ${name}`}
          </Button>
        }
      >
        <MenuItem
          icon={<Copy size={16} aria-hidden />}
          onSelect={() => navigate(`/dashboard/customs/${kind}?from=${id}`)}
        >
          Duplicate
        </MenuItem>
        <MenuItem
          icon={<Columns3 size={16} aria-hidden />}
          onSelect={() => navigate(`/dashboard/customs/compare?kind=${kind}&from=${id}`)}
        >
          Compare
        </MenuItem>
        <MenuItem icon={<FileSpreadsheet size={16} aria-hidden />} onSelect={saveCsv}>
          Download CSV
        </MenuItem>
        <MenuItem
          icon={<LifeBuoy size={16} aria-hidden />}
          onSelect={() => navigate(`/dashboard/support/new?about=calculation:${id}`)}
        >
          Ask support
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} aria-hidden />}
          onSelect={() => setDeleting(true)}
        >
          Delete
        </MenuItem>
      </Menu>
      <DeleteCalculation
        {...{ kind, name }}
        id={String(id)}
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        {...(onDeleted && { onDeleted })}
      />
    </>
  );
}
