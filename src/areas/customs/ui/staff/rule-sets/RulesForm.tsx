import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import {
  changeAt,
  type DateName,
  dateProblem,
  listRates,
  listTables,
  numberProblem,
  type Path,
  type RateRow,
  type Rules,
  type RuleTable,
  readCell,
  writeCell,
  writePercent,
} from './rule-cells.ts';
import { type PlacedProblem, problemAt, toFieldId } from './rules-fields.ts';

type FormProps = {
  rules: Rules;
  /** Of the server's check. */
  problems: readonly PlacedProblem[];
  onChange: (rules: Rules) => void;
};

const dates: readonly { name: DateName; label: string; help?: string }[] = [
  { name: 'effective_from', label: 'In force from' },
  { name: 'effective_to', label: 'In force to', help: 'Empty while no end is known.' },
  { name: 'review_by', label: 'Review by' },
];

function Dates({ rules, problems, onChange }: FormProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-lg">Dates</legend>
      <div className="mt-3 grid gap-5 sm:grid-cols-3">
        {dates.map(({ name, label, help }) => (
          <TextField
            key={name}
            id={toFieldId([name])}
            type="date"
            label={label}
            help={help}
            value={String(rules[name] ?? '')}
            error={dateProblem(name, rules) ?? problemAt(problems, [name])}
            onChange={({ target }) =>
              onChange(
                changeAt(rules, [name], target.value || (name === 'effective_to' ? null : '')),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const headClass = 'border-b border-line px-2 py-2 text-left text-sm font-medium text-quiet';
const cellClass = 'border-b border-line px-2 py-2 align-top';

const numberLabels = { rate: 'Rate', amount: 'Amount', unit_amount: 'Amount per unit' } as const;

type SetAt = (path: Path, value: unknown) => void;

type RateProps = { row: RateRow; problems: readonly PlacedProblem[]; setAt: SetAt };

const Rate = ({ row, problems, setAt }: RateProps) => (
  <tr>
    <th scope="row" className={`${cellClass} min-w-48 text-left text-sm font-normal`}>
      <span className="block font-medium">{row.label || row.code}</span>
      <span className="text-quiet wrap-anywhere">{row.condition || 'Always'}</span>
    </th>
    <td className={`${cellClass} min-w-36`}>
      {row.cells.map(({ name, value }, at) => (
        <TextField
          key={name}
          id={toFieldId([...row.path, name])}
          label={`${numberLabels[name]} of ${row.label || row.code}, ${row.condition || 'always'}`}
          isLabelHidden
          isNumeric
          inputMode="decimal"
          autoComplete="off"
          help={name === 'rate' ? writePercent(value) : numberLabels[name]}
          value={value}
          error={
            numberProblem(value) ??
            problemAt(problems, [...row.path, name]) ??
            // Of the step as a whole.
            (at === 0 ? problemAt(problems, row.path) : undefined)
          }
          onChange={({ target }) => setAt([...row.path, name], target.value)}
        />
      ))}
    </td>
    {(['validFrom', 'validTo'] as const).map((end) => (
      <td key={end} className={`${cellClass} min-w-40`}>
        <TextField
          type="date"
          label={`${end === 'validFrom' ? 'From' : 'To'}: ${row.label || row.code}, ${row.condition || 'always'}`}
          isLabelHidden
          value={row[end]}
          onChange={({ target }) =>
            setAt(
              [...row.path, end === 'validFrom' ? 'valid_from' : 'valid_to'],
              target.value || undefined,
            )
          }
        />
      </td>
    ))}
  </tr>
);

type PartProps = { rules: Rules; problems: readonly PlacedProblem[]; setAt: SetAt };

function Rates({ rules, problems, setAt }: PartProps) {
  const rows = listRates(rules);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="rates-title">
      <h2 id="rates-title" className="text-lg">
        Rates and amounts
      </h2>
      <div className="relative mt-2 overflow-x-auto">
        <table aria-labelledby="rates-title" className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              {['What, and when', 'Value', 'From', 'Until'].map((name) => (
                <th key={name} scope="col" className={headClass}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Rate key={row.path.join(' ')} {...{ row, problems, setAt }} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type TableGridProps = { table: RuleTable; problems: readonly PlacedProblem[]; setAt: SetAt };

function TableGrid({ table, problems, setAt }: TableGridProps) {
  const { name, path, rows, isByPrefix } = table;
  // A column stays when its last cell is cleared, so that it can be filled again.
  const [first] = useState(table.columns);
  const columns = [...new Set([...first, ...table.columns])];
  const findSample = (column: string) => rows.find((row) => row[column] !== undefined)?.[column];
  const title = name.replaceAll('_', ' ');
  const problem = problemAt(problems, ['tables', name]);
  return (
    <section aria-labelledby={`table-${name}`}>
      <h2 id={`table-${name}`} className="text-lg">
        Table: {title}
      </h2>
      <p className="text-sm text-quiet">
        {isByPrefix
          ? 'The row with the longest matching code applies, in any order.'
          : 'The first row that matches applies.'}{' '}
        An empty cell matches anything.
      </p>
      {problem && (
        <p id={toFieldId(['tables', name])} tabIndex={-1} className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="relative mt-2 overflow-x-auto">
        <table aria-label={title} className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={headClass}>
                  {column.replaceAll('_', ' ')}
                </th>
              ))}
              <th scope="col" className={headClass}>
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column} className={`${cellClass} min-w-28`}>
                    <Cell
                      label={`${column.replaceAll('_', ' ')}, row ${at + 1}`}
                      id={toFieldId([...path, at, column])}
                      error={problemAt(problems, [...path, at, column])}
                      value={row[column]}
                      sample={findSample(column)}
                      onChange={(value) => setAt([...path, at, column], value)}
                    />
                  </td>
                ))}
                <td className={`${cellClass} w-12`}>
                  <Button
                    variant="quiet"
                    isIconOnly
                    icon={<Trash2 size={16} aria-hidden />}
                    onClick={() => setAt([...path, at], undefined)}
                  >
                    {`Remove row ${at + 1} of ${title}`}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button
        variant="quiet"
        size="small"
        className="mt-2"
        icon={<Plus size={16} aria-hidden />}
        onClick={() => setAt([...path, rows.length], {})}
      >
        Add a row to {title}
      </Button>
    </section>
  );
}

type CellProps = {
  id: string;
  label: string;
  error: string | undefined;
  value: unknown;
  /** Another value of the column, whose kind that of an empty cell is. */
  sample: unknown;
  onChange: (value: unknown) => void;
};

function Cell({ id, label, error, value, sample, onChange }: CellProps) {
  // What is typed stays as it is until the field is left, also where it is no value yet.
  const [edit, setEdit] = useState<{ text: string; before: unknown }>();
  const text = writeCell(value);
  if (text === null) return <span className="text-sm text-quiet">Edit it in JSON</span>;
  return (
    <TextField
      {...{ id, label, error }}
      isLabelHidden
      autoComplete="off"
      value={edit?.text ?? text}
      onChange={({ target }) => {
        const before = edit ? edit.before : (value ?? sample);
        setEdit({ text: target.value, before });
        onChange(readCell(target.value, before));
      }}
      onBlur={() => setEdit(undefined)}
    />
  );
}

/** What changes most often: dates, rates and tables. The rest of the rules is in JSON. */
export function RulesForm({ rules, problems, onChange }: FormProps) {
  const setAt: SetAt = (path, value) => onChange(changeAt(rules, path, value));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Dates {...{ rules, problems, onChange }} />
      <Rates {...{ rules, problems, setAt }} />
      {listTables(rules).map((table) => (
        <TableGrid key={table.name} {...{ table, problems, setAt }} />
      ))}
    </div>
  );
}
