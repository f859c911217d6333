import clsx from 'clsx';

type CellLook = { isNumeric?: boolean; isSecondary?: boolean };

export const cellClass = ({ isNumeric, isSecondary }: CellLook) =>
  clsx(
    'border-b border-line px-2.5 first:pl-5 last:pr-5 md:px-4 md:first:pl-5 md:last:pr-5',
    isNumeric && 'whitespace-nowrap text-right tabular-nums',
    isSecondary && 'max-md:hidden',
  );
