import { isUuid } from '#lib/uuid.ts';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { toast } from '#ui/toast.ts';
import type { UsageView } from './usage-filters.ts';

type CallSearchProps = {
  filters: Pick<UsageView['filters'], 'request'>;
  change: (changes: { request: string }) => void;
};

/** Finds a call by the id of its response. */
export const CallSearch = ({ filters, change }: CallSearchProps) => (
  <FilterSearch
    value={filters.request}
    what="calls"
    placeholder="A request ID, as in X-Request-Id"
    onSearch={(text) => {
      if (text === '' || isUuid(text)) change({ request: text.toLowerCase() });
      else toast.error('A request ID has 36 characters. It is in X-Request-Id and in the error.');
    }}
  />
);
