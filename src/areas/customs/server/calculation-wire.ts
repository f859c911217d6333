import type { StatedInput } from '../calculation-body.ts';
import type { CalculationWire, ResultWire } from '../calculation-schema.ts';
import type { Calculated, Kind } from './calculate.ts';
import type { CalculationRow } from './calculation-store.ts';
import type { Customs } from './customs.ts';

/** What a link to the PDF is signed for. The notes are for their author alone. */
export const pdfTarget = (
  { kind, id }: { kind: string; id: number },
  { hasNotes }: { hasNotes: boolean },
) => ({
  path: `/apix/data_customs/pdf/${kind}/${id}/`,
  objectId: hasNotes ? String(id) : `${id} without notes`,
});

/** As support sees it. */
export const toStaffWire = (
  { kernel, urlSigner }: Customs,
  row: CalculationRow,
): CalculationWire => ({
  ...toWire({ kernel, urlSigner }, row),
  notes: '',
  pdf_url: kernel.config.SITE_URL + urlSigner.signFileUrl(pdfTarget(row, { hasNotes: false })),
});

export function toWire(
  { kernel, urlSigner }: Pick<Customs, 'kernel' | 'urlSigner'>,
  row: CalculationRow,
): CalculationWire {
  const { SITE_URL: siteUrl } = kernel.config;
  const kind = row.kind as Kind;
  const inputs = row.inputs as Record<string, unknown>;
  return {
    ...(row.result as unknown as ResultWire),
    id: row.id,
    kind,
    title: row.title,
    notes: row.notes,
    inputs,
    destination_country: row.destination_country,
    regime: row.regime,
    calculation_date: String(inputs.calculation_date),
    is_saved: row.is_saved,
    share_url: row.share_token && `${siteUrl}/c/${row.share_token}`,
    pdf_url: siteUrl + urlSigner.signFileUrl(pdfTarget(row, { hasNotes: true })),
    recalculated_at: row.recalculated_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A result that nobody keeps. */
export function toLoose(
  kind: Kind,
  stated: StatedInput,
  { result, date, regime }: Calculated,
  now: Date,
): CalculationWire {
  const at = now.toISOString();
  return {
    ...result,
    id: null,
    kind,
    title: '',
    notes: '',
    inputs: { ...stated, calculation_date: date },
    destination_country: stated.destination_country,
    regime,
    calculation_date: date,
    is_saved: false,
    share_url: null,
    pdf_url: null,
    recalculated_at: null,
    created_at: at,
    updated_at: at,
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a row of the history is about: `Toyota Yaris, petrol, 2021-05` or `T-shirts and 2 more`. */
export function summaryOf(inputs: Readonly<Record<string, unknown>>): string {
  const items = inputs.items as { description: string }[] | undefined;
  if (items) {
    const more = items.length > 1 ? ` and ${items.length - 1} more` : '';
    return `${items[0]?.description ?? ''}${more}`;
  }
  const name = [inputs.make, inputs.model].map(asText).filter(Boolean).join(' ');
  return [name, inputs.powertrain, inputs.production_date].map(asText).filter(Boolean).join(', ');
}

export const toHistoryRow = (row: CalculationRow) => {
  const result = row.result as unknown as ResultWire;
  return {
    id: row.id,
    title: row.title,
    inputs_summary: summaryOf(row.inputs as Record<string, unknown>),
    destination_country: row.destination_country,
    total: result.total_payments,
    total_is_minimum: result.total_is_minimum,
    currency: row.currency,
    is_saved: row.is_saved,
    created_at: row.created_at.toISOString(),
  };
};
