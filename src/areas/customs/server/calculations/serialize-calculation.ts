import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import { wireKinds } from '../../wire/calculations/calculations.constants.ts';
import type { Customs } from '../customs.ts';
import type { CalculationRow } from './calculation-store.ts';
import type { Calculation } from './stages/explain.ts';

/** What a link to the PDF is signed for. Only its owner may see the notes. */
export const pdfTarget = (
  { kind, id }: Pick<CalculationRow, 'kind' | 'id'>,
  { hasNotes }: { hasNotes: boolean },
) => ({
  path: `/apix/data_customs/pdf/${wireKinds[kind]}/${id}/`,
  objectId: hasNotes ? String(id) : `${id} without notes`,
});

const signPdfUrl = (
  { kernel, urlSigner }: Pick<Customs, 'kernel' | 'urlSigner'>,
  row: CalculationRow,
  options: { hasNotes: boolean },
): string => new URL(urlSigner.signFileUrl(pdfTarget(row, options)), kernel.config.SITE_URL).href;

/** For support. */
export const serializeForStaff = (
  { kernel, urlSigner }: Customs,
  row: CalculationRow,
): CalculationWire => ({
  ...serializeCalculation({ kernel, urlSigner }, row),
  notes: '',
  pdf_url: signPdfUrl({ kernel, urlSigner }, row, { hasNotes: false }),
});

export function serializeCalculation(
  { kernel, urlSigner }: Pick<Customs, 'kernel' | 'urlSigner'>,
  row: CalculationRow,
): CalculationWire {
  const { SITE_URL: siteUrl } = kernel.config;
  const { inputs } = row;
  return {
    ...row.result,
    id: row.id,
    kind: wireKinds[row.kind],
    title: row.title,
    notes: row.notes,
    inputs,
    destination_country: row.destination_country,
    regime: row.regime,
    calculation_date: String(inputs.calculation_date),
    is_saved: row.is_saved,
    is_watched: row.is_watched,
    share_url: row.share_token && `${siteUrl}/c/${row.share_token}`,
    pdf_url: signPdfUrl({ kernel, urlSigner }, row, { hasNotes: true }),
    recalculated_at: row.recalculated_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The main figures, for events. */
export const serializeFacts = ({ inputs, result, ...row }: CalculationRow) => ({
  id: row.id,
  kind: wireKinds[row.kind],
  title: row.title,
  destination_country: row.destination_country,
  regime: row.regime,
  calculation_date: String(inputs.calculation_date),
  status: result.status,
  currency: result.currency,
  customs_value: result.customs_value,
  total_payments: result.total_payments,
  total_is_minimum: result.total_is_minimum,
  created_at: row.created_at.toISOString(),
});

/** A result that is not stored. */
export function serializeUnsaved(
  { kind, input, result, date, ruleSet }: Calculation,
  now: Date,
): CalculationWire {
  const at = now.toISOString();
  return {
    ...result,
    id: null,
    kind: wireKinds[kind],
    title: '',
    notes: '',
    inputs: { ...input, calculation_date: date },
    destination_country: input.destination_country,
    regime: ruleSet.body.regime,
    calculation_date: date,
    is_saved: false,
    is_watched: false,
    share_url: null,
    pdf_url: null,
    recalculated_at: null,
    created_at: at,
    updated_at: at,
  };
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `Toyota Yaris, petrol, 2021-05` or `T-shirts and 2 more`. */
export function summarizeInputs(inputs: Readonly<Record<string, unknown>>): string {
  const items = inputs.items as { description: string }[] | undefined;
  if (items) {
    const more = items.length > 1 ? ` and ${items.length - 1} more` : '';
    return `${items[0]?.description ?? ''}${more}`;
  }
  const name = [inputs.make, inputs.model].map(toText).filter(Boolean).join(' ');
  return [name, inputs.powertrain, inputs.production_date].map(toText).filter(Boolean).join(', ');
}

export const serializeHistoryRow = (row: CalculationRow) => {
  const { result } = row;
  return {
    id: row.id,
    title: row.title,
    inputs_summary: summarizeInputs(row.inputs),
    destination_country: row.destination_country,
    total: result.total_payments,
    total_is_minimum: result.total_is_minimum,
    currency: row.currency,
    is_saved: row.is_saved,
    created_at: row.created_at.toISOString(),
  };
};
