import { formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { CodeMeasureWire, CodePageWire } from '../../wire/tariffs/tariffs.ts';
import { confidenceLabels } from '../result/line.labels.ts';
import { formatOrigin, formatTariff, measureLabels } from './tariff.labels.ts';

/** What narrows a measure: programme, codes, certificates, season, period, legal base. */
export function listConditions(measure: CodeMeasureWire): string[] {
  const { programme, additional_code, quota_order_number, season, valid_to } = measure;
  return [
    ...(programme ? [programme] : []),
    ...(additional_code ? [`Additional code ${additional_code}`] : []),
    ...(quota_order_number ? [`Quota ${quota_order_number}`] : []),
    ...(season ? [`From ${season.from} to ${season.to} of each year`] : []),
    ...(valid_to ? [`Until ${formatUtcDate(valid_to)}`] : []),
    ...(measure.excluded_origins.length > 0
      ? [`Not for ${measure.excluded_origins.map(formatOrigin).join(', ')}`]
      : []),
    ...measure.conditions,
    ...(measure.legal_base ? [measure.legal_base] : []),
  ];
}

const Conditions = (measure: CodeMeasureWire) => (
  <ul className="text-quiet">
    {listConditions(measure).map((text) => (
      <li key={text} className="wrap-anywhere">
        {text}
      </li>
    ))}
  </ul>
);

const columns: readonly Column<CodeMeasureWire>[] = [
  {
    key: 'kind',
    header: 'What',
    cell: (row) => (
      <>
        <span className="font-medium">{measureLabels[row.kind]}</span>
        <span className="block text-quiet">{formatOrigin(row.origin)}</span>
        <span className="mt-1 block md:hidden">
          <Conditions {...row} />
        </span>
      </>
    ),
  },
  {
    key: 'duty',
    header: 'Rate',
    cell: ({ duty, text }) => (
      <>
        <span className="wrap-anywhere">{duty ?? 'Not read'}</span>
        {text !== duty && <span className="block text-quiet wrap-anywhere">{text}</span>}
      </>
    ),
  },
  { key: 'conditions', header: 'Conditions', cell: Conditions, isSecondary: true },
];

/** The duty of third countries, in words that never hide what is unknown. */
export function DutyText({ page }: { page: CodePageWire }) {
  const { duty, duty_is_known: isKnown, duty_reason: reason } = page;
  return (
    <>
      <p className="font-display text-2xl font-semibold">
        {duty ?? 'Not known'} {duty && !isKnown && <Badge tone="warning">Not exact</Badge>}
      </p>
      {reason && <p className="mt-1 text-sm text-quiet">{reason}</p>}
    </>
  );
}

/** Everything that the publication charges for a code on the day. */
type RuleSetDutyProps = NonNullable<CodePageWire['rule_set_duty']>;

function RuleSetDuty({ duty, confidence, source, as_of: asOf }: RuleSetDutyProps) {
  return (
    <div className="mb-4">
      <p className="text-lg font-medium">{duty}</p>
      <p className="text-sm text-quiet">
        {[source, asOf && `of ${formatUtcDate(asOf)}`].filter(Boolean).join(', ')}
      </p>
      {confidence && <p className="text-sm text-quiet">{confidenceLabels[confidence]}</p>}
    </div>
  );
}

export function CodeDuties({ page }: { page: CodePageWire }) {
  const { duties, measures } = page;
  if (!duties)
    return (
      <Panel title="Duties">
        {page.rule_set_duty && <RuleSetDuty {...page.rule_set_duty} />}
        <p className="text-quiet">
          No duties of this destination are loaded. A calculation uses those of its rule set.
        </p>
      </Panel>
    );
  return (
    <Panel title="Duties" description={formatTariff(duties)} isFlush>
      <div className="border-b border-line p-5">
        <DutyText page={page} />
        {!page.trade_defence_loaded && (
          <p className="mt-2 text-sm text-warning-text">
            This publication has no anti-dumping or countervailing duties. Whether there are any is
            not known here.
          </p>
        )}
      </div>
      <Table
        caption="Duties and measures"
        columns={columns}
        rows={measures}
        rowKey={(row) => JSON.stringify(row)}
        empty={<p className="p-5 text-quiet">The publication has none for this code.</p>}
      />
    </Panel>
  );
}
