import clsx from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';

type FilterFoldProps = { activeCount: number; children: ReactNode };

/** On small screens, filters are behind a button: they would fill the screen above the rows. */
export function FilterFold({ activeCount, children }: FilterFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="sm:hidden"
      >
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      <div
        id={id}
        className={clsx(
          'flex w-full flex-wrap items-end gap-3 sm:contents',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {children}
      </div>
    </>
  );
}
