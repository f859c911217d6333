// How long the bars are: a share of the whole, from decimal text.
import type { LineWire, ResultWire } from '../../calculation-schema.ts';
import { categoryWords } from '../customs-words.ts';

/** 0 to 1; nothing for what is unknown or negative. */
export function shareOf(amount: string | null, whole: string): number {
  const share = Number(amount ?? 0) / Number(whole);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
}

export const fillOf: Record<LineWire['category'], string> = {
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
  /** A line of it is unknown, so there is more to come; `unknown` when nothing of it is known. */
  state: 'known' | 'minimum' | 'unknown';
};

/** The kinds of payment that this import knows, in the order in which they are charged. */
export function listCategories(result: ResultWire): CategoryShare[] {
  const { breakdown, subtotals, total_payments: total } = result;
  const charged = breakdown.filter(
    ({ status, is_optional }) => !is_optional && (status === 'known' || status === 'unknown'),
  );
  const categories = [...new Set(charged.map(({ category }) => category))];
  const stateOf = (category: LineWire['category']): CategoryShare['state'] => {
    const lines = charged.filter((line) => line.category === category);
    if (lines.every(({ status }) => status === 'unknown')) return 'unknown';
    return lines.some((line) => line.status === 'unknown' || line.at_least) ? 'minimum' : 'known';
  };
  return categories.map((category) => ({
    category,
    label: categoryWords[category],
    amount: subtotals[category],
    share: shareOf(subtotals[category], total),
    state: stateOf(category),
  }));
}
