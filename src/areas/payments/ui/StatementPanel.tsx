import { useState } from 'react';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { loadStatement, useBalance } from './queries.ts';

const monthsCount = 12;
const monthName = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The newest first, as the API names them: `2026-11`. */
function listMonths(now: Date) {
  return Array.from({ length: monthsCount }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: start.toISOString().slice(0, 7), label: monthName.format(start) };
  });
}

export function StatementPanel() {
  const [months] = useState(() => listMonths(new Date()));
  const [month, setMonth] = useState(months[0]!.value);
  const balance = useBalance().data;
  const currencies = balance?.balances.map(({ currency }) => currency) ?? [];
  const [chosen, setCurrency] = useState('');
  const currency = chosen || (balance?.currency ?? 'USD');
  return (
    <Panel title="Monthly statement" description="All that moved in a month, as a PDF.">
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
