import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '#lib/format.ts';
import { Button } from './Button.tsx';

export type PaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows, over every page. */
  rowsCount: number;
  /** The count is an estimate: it is shown with "about". */
  isEstimate?: boolean;
  onPageChange: (page: number) => void;
};

export function Pagination(props: PaginationProps) {
  const { page, pageSize, rowsCount, isEstimate, onPageChange } = props;
  const pagesCount = Math.max(Math.ceil(rowsCount / pageSize), 1);
  const first = rowsCount === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, rowsCount);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm text-quiet">
      <p className="tabular-nums" aria-live="polite">
        {first} to {last} of {isEstimate && 'about '}
        {formatNumber(rowsCount)}
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-disabled={page <= 1}
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => onPageChange(page - 1)}
        >
          Previous
        </Button>
        <Button
          size="small"
          aria-disabled={page >= pagesCount}
          onClick={() => onPageChange(page + 1)}
        >
          Next
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
