import type { ReactNode } from 'react';
import { Pagination } from '#ui/Pagination.tsx';

type PagedListProps = {
  page: number;
  pageSize: number;
  rowsCount: number;
  onPageChange: (page: number) => void;
  /** The rows of this page, as list items. */
  children: ReactNode;
};

/** Rows divided by hairlines, and the way to the other pages where there are any. */
export function PagedList({ children, ...pages }: PagedListProps) {
  return (
    <>
      <ul className="divide-y divide-line">{children}</ul>
      {pages.rowsCount > pages.pageSize && (
        <div className="border-t border-line px-5 py-3">
          <Pagination {...pages} />
        </div>
      )}
    </>
  );
}
