import { FileSpreadsheet, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { csvLine } from '#lib/csv.ts';
import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { saveFile } from '#ui/save-file.ts';
import { batchLinesMax, batchTemplates } from '../../wire/batches/batches.constants.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { BatchPreview } from './queries.ts';
import { type FileStage, useBatchFile } from './use-batch-file.ts';

const kindOptions = [
  { value: 'vehicle', label: 'Vehicles, one a line' },
  { value: 'goods', label: 'Goods, one item a line' },
];

function saveTemplate(kind: ImportKind): void {
  // The mark tells spreadsheets that it is UTF-8.
  const text = `\uFEFF${batchTemplates[kind].map(csvLine).join('')}`;
  saveFile(new Blob([text], { type: 'text/csv' }), `customs-${kind}-template.csv`);
}

function FileButton({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) onChoose(file);
    // So that the same file can be selected again, after it was corrected.
    target.value = '';
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-label="File to calculate"
        tabIndex={-1}
        className="sr-only"
        onChange={take}
      />
      <Button
        variant="primary"
        icon={<Upload size={16} aria-hidden />}
        isBusy={isBusy}
        busyLabel="Checking..."
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
    </>
  );
}

const formatCost = ({ lines, calculations }: BatchPreview) =>
  `${formatCount(lines, 'line')}: ${formatCount(calculations, 'calculation')} of your plan. Lines that fail are not counted.`;

type CheckedProps = {
  stage: FileStage & { kind: 'checked' };
  isStarting: boolean;
  onStart: () => void;
  onClear: () => void;
};

/** The cost, before anything is started. */
function CheckedFile({ stage, isStarting, onStart, onClear }: CheckedProps) {
  const { body, preview, message } = stage;
  return (
    <div className="grid gap-4">
      <Banner
        tone={preview.quota_suffices ? 'info' : 'warning'}
        title={
          preview.quota_suffices ? body.file_name || 'The file' : 'More than your plan has left'
        }
      >
        {formatCost(preview)}
      </Banner>
      {message && <Banner tone="error">{message}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={!preview.quota_suffices}
          isBusy={isStarting}
          busyLabel="Starting..."
          onClick={onStart}
        >
          {`Start ${formatCount(preview.calculations, 'calculation')}`}
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Choose another file
        </Button>
      </div>
    </div>
  );
}

/** A file, its cost, and the start. */
export function BatchUpload() {
  const [kind, setKind] = useState<ImportKind>('vehicle');
  const { stage, choose, start, isStarting, clear } = useBatchFile(kind);
  return (
    <Panel
      title="New batch"
      description={`A CSV or JSON file of up to ${formatCount(batchLinesMax)} lines. You see what it costs before it starts.`}
    >
      {stage.kind === 'checked' ? (
        <CheckedFile {...{ stage, isStarting }} onStart={start} onClear={clear} />
      ) : (
        <div className="grid gap-4">
          <SelectField
            label="What it contains"
            options={kindOptions}
            value={kind}
            onChange={({ target }) => {
              setKind(target.value === 'goods' ? 'goods' : 'vehicle');
              clear();
            }}
            className="sm:max-w-80"
          />
          {stage.kind === 'refused' && (
            <Banner tone="error" title={`${stage.name} can't be calculated`}>
              {stage.message}
            </Banner>
          )}
          <div className="flex flex-wrap gap-3">
            <FileButton isBusy={stage.kind === 'checking'} onChoose={choose} />
            <Button
              icon={<FileSpreadsheet size={16} aria-hidden />}
              onClick={() => saveTemplate(kind)}
            >
              Download a template
            </Button>
          </div>
          {kind === 'goods' && (
            <p className="text-sm text-quiet">
              Lines with the same reference are one consignment, and count as one calculation.
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}
