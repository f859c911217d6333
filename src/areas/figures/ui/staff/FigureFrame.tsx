import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LinkTabs } from '#ui/LinkTabs.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { type FigurePeriod, monthChoices } from './figure-period.ts';

const tabs = [
  { to: '/admin/figures', label: 'Revenue' },
  { to: '/admin/figures/customers', label: 'Customers' },
  { to: '/admin/figures/usage', label: 'Usage' },
  { to: '/admin/figures/failed', label: 'Failed payments' },
  { to: '/admin/figures/renewals', label: 'Short balances' },
];

/** They keep the period. */
function FigureTabs() {
  const address = new URLSearchParams(useLocation().search);
  for (const name of [...address.keys()])
    if (name !== 'months' && name !== 'currency') address.delete(name);
  const search = address.size > 0 ? `?${address}` : '';
  return (
    <LinkTabs label="Figures" items={tabs.map(({ to, label }) => ({ to: to + search, label }))} />
  );
}

const monthOptions = monthChoices.map((months) => ({
  value: String(months),
  label: `${months} months`,
}));

type PeriodFieldsProps = { period: FigurePeriod; currencies?: readonly string[] | undefined };

/** A currency is chosen only where there are several. */
const PeriodFields = ({ period, currencies = [] }: PeriodFieldsProps) => {
  const choices = [...new Set([period.currency, ...currencies])];
  return (
    <div className="flex flex-wrap gap-3">
      {choices.length > 1 && (
        <SelectField
          label="Currency"
          isLabelHidden
          options={choices.map((value) => ({ value, label: value }))}
          value={period.currency}
          onChange={({ target }) => period.chooseCurrency(target.value)}
        />
      )}
      <SelectField
        label="Period"
        isLabelHidden
        options={monthOptions}
        value={String(period.months)}
        onChange={({ target }) => period.chooseMonths(target.value)}
      />
    </div>
  );
};

type FigureFrameProps = {
  title: string;
  description: string;
  /** Absent where everything is as of now. */
  fields?: PeriodFieldsProps;
  children: ReactNode;
};

/** What the screens of figures have in common: title, tabs, and the period. */
export const FigureFrame = ({ title, description, fields, children }: FigureFrameProps) => (
  <>
    <title>{`${title} · Figures · ${site.name}`}</title>
    <PageHeader
      title="Figures"
      description={description}
      action={fields && <PeriodFields {...fields} />}
    />
    <FigureTabs />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
  </>
);
