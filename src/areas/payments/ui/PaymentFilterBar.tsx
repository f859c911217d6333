import { ActiveFilters } from '#ui/records/ActiveFilters.tsx';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { paymentStatuses, paymentStatusLabels } from '../payment-status.ts';
import { sayFilter, type usePaymentFilters } from './payment-filters.ts';

type FilterBarProps = Pick<
  ReturnType<typeof usePaymentFilters>,
  'filters' | 'active' | 'change' | 'clear'
> & { currencies: readonly string[] };

const statusOptions = paymentStatuses.map((value) => ({
  value,
  label: paymentStatusLabels[value],
}));

export function PaymentFilterBar(props: FilterBarProps) {
  const { filters, change, currencies } = props;
  const select = (name: 'status' | 'currency') => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    placeholder: 'All',
    className: 'flex-1 basis-32',
  });
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    className: 'flex-1 basis-44',
  });
  return (
    <div className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-end gap-3">
        <FilterSearch
          value={filters.search}
          onSearch={(search) => change({ search })}
          what="payments"
          placeholder="Number, description or hash"
        />
        <SelectField label="Status" options={statusOptions} {...select('status')} />
        {(currencies.length > 1 || filters.currency) && (
          <SelectField
            label="Currency"
            options={[...new Set([...currencies, filters.currency])]
              .filter(Boolean)
              .map((code) => ({ value: code, label: code }))}
            {...select('currency')}
          />
        )}
        <TextField label="From" {...day('from')} max={filters.to || undefined} />
        <TextField label="Until" {...day('to')} min={filters.from || undefined} />
      </div>
      <ActiveFilters {...props} say={(name) => sayFilter(name, filters[name])} />
    </div>
  );
}
