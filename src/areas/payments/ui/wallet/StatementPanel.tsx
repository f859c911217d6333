import { useState } from 'react';
import { formatMonth } from '#lib/format.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { loadStatement, useBalance } from '../queries.ts';

const monthsMax = 12;

/** This month and the earlier ones back to the first, newest first. */
function listMonths(now: Date, first: string | undefined) {
  const months = Array.from({ length: monthsMax }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: start.toISOString().slice(0, 7), label: formatMonth(start) };
  });
  return months.filter(({ value }, back) => back === 0 || (first && value >= first));
}

export function StatementPanel() {
  const balance = useBalance().data;
  const [now] = useState(() => new Date());
  const months = listMonths(now, balance?.statements_from);
  const [month, setMonth] = useState(months[0]!.value);
  const currencies = balance?.balances.map(({ currency }) => currency) ?? [];
  const [chosen, setCurrency] = useState('');
  const currency = chosen || (balance?.currency ?? 'USD');
  return (
    <Panel title="Monthly statement" description="All transactions of a month, as a PDF.">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Month"
          options={months}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          className="flex-1 basis-40"
        />
        {currencies.length > 1 && (
          <SelectField
            label="Currency"
            options={currencies.map((code) => ({ value: code, label: code }))}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
          />
        )}
        <DownloadButton
          load={() => loadStatement(month, currency)}
          fileName={`statement-${month}-${currency}.pdf`}
        >
          Download statement
        </DownloadButton>
      </div>
    </Panel>
  );
}
