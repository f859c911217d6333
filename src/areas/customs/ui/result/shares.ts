// The lengths of the bars: shares of the whole, from decimal text.
import type { LineWire, ResultWire } from '../../wire/calculations/calculation-results.ts';
import { categoryLabels } from './line.labels.ts';

/** 0 to 1; 0 for unknown and negative amounts. */
export function toShare(amount: string | null, whole: string): number {
  const share = Number(amount ?? 0) / Number(whole);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
}

export const fillByCategory: Record<LineWire['category'], string> = {
  duty: 'bg-chart-1',
  excise: 'bg-chart-2',
  vat: 'bg-chart-3',
  fee: 'bg-chart-4',
  environment: 'bg-chart-4',
  other: 'bg-control',
};

export type CategoryShare = {
  category: LineWire['category'];
  label: string;
  amount: string;
  share: number;
  /** `minimum` if a line is unknown; `unknown` if all are. */
  state: 'known' | 'minimum' | 'unknown';
};

/** The categories with a charge, in the order of the lines. */
export function listCategories(result: ResultWire): CategoryShare[] {
  const { breakdown, subtotals, total_payments: total } = result;
  const charged = breakdown.filter(
    ({ status, is_optional }) => !is_optional && (status === 'known' || status === 'unknown'),
  );
  const categories = [...new Set(charged.map(({ category }) => category))];
  const findState = (category: LineWire['category']): CategoryShare['state'] => {
    const lines = charged.filter((line) => line.category === category);
    if (lines.every(({ status }) => status === 'unknown')) return 'unknown';
    return lines.some((line) => line.status === 'unknown' || line.at_least) ? 'minimum' : 'known';
  };
  return categories.map((category) => ({
    category,
    label: categoryLabels[category],
    amount: subtotals[category],
    share: toShare(subtotals[category], total),
    state: findState(category),
  }));
}
