import { useState } from 'react';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type ExportQuery, loadExport } from './queries.ts';

type Format = NonNullable<ExportQuery['format']>;

const formats: readonly { value: Format; label: string }[] = [
  { value: 'invoices', label: 'Invoices (CSV)' },
  { value: 'journals', label: 'Journals of the ledger (CSV)' },
  { value: 'datev', label: 'DATEV posting batch (EXTF)' },
  { value: 'quickbooks', label: 'QuickBooks journal entries' },
];

/** The month before this one, which is closed. */
function lastMonth(now: Date): { from: string; until: string } {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: day(Date.UTC(year, month - 1, 1)), until: day(Date.UTC(year, month, 0)) };
}

/** Files for the accountant. */
export function ExportPanel() {
  const [format, setFormat] = useState<Format>('invoices');
  const [period, setPeriod] = useState(() => lastMonth(new Date()));
  const set = (name: keyof typeof period) => (event: { target: { value: string } }) =>
    setPeriod({ ...period, [name]: event.target.value });
  return (
    <Panel title="For the accountant" description="A period as a file, by days in UTC.">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="File"
          options={formats}
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
          className="flex-1 basis-56"
        />
        <TextField label="From" type="date" value={period.from} onChange={set('from')} />
        <TextField label="To" type="date" value={period.until} onChange={set('until')} />
        <DownloadButton
          disabled={period.from === '' || period.until === ''}
          load={() => loadExport({ format, ...period })}
          fileName={`${format}-${period.from}-${period.until}.csv`}
        >
          Download file
        </DownloadButton>
      </div>
    </Panel>
  );
}
