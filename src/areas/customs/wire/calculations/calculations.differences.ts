// The differences between two results, line by line.
import type { ResultWire } from './calculation-results.ts';

export type Difference = {
  code: string;
  label: string;
  /** Null if unknown or not charged. */
  before: string | null;
  after: string | null;
};

export function listDifferences(before: ResultWire, after: ResultWire): Difference[] {
  const find = (result: ResultWire, code: string) =>
    result.breakdown.find((line) => line.code === code);
  const codes = new Set([...before.breakdown, ...after.breakdown].map(({ code }) => code));
  const lines = [...codes].map((code) => {
    const [old, now] = [find(before, code), find(after, code)];
    return {
      code,
      label: (now ?? old)?.label ?? code,
      before: old?.amount ?? null,
      after: now?.amount ?? null,
    };
  });
  const total = {
    code: 'TOTAL',
    label: 'Total',
    before: before.total_payments,
    after: after.total_payments,
  };
  return [...lines, total].filter((line) => line.before !== line.after);
}
