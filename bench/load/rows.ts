/** One line of a bench's table. */
export type Row = {
  what: string;
  measured: number;
  unit: string;
  /** What the same run measured for the least that could do the job, in the same unit. */
  baseline?: number;
  /** At most: of measured / baseline where there is a baseline, else of what was measured. */
  promise?: number;
};

export type Bench = () => Promise<Row[]>;

/** Undefined where nothing was promised. */
export function isKept({ measured, baseline, promise }: Row): boolean | undefined {
  if (promise === undefined) return undefined;
  return (baseline === undefined ? measured : measured / baseline) <= promise;
}

export function toCells(row: Row): string[] {
  const { what, measured, unit, baseline, promise } = row;
  const isRatio = baseline !== undefined;
  const kept = isKept(row);
  return [
    what,
    `${round(measured)} ${unit}`,
    isRatio ? `${round(baseline)} ${unit}` : '',
    isRatio ? `${(measured / baseline).toFixed(2)} x` : '',
    promise === undefined ? '' : `<= ${promise} ${isRatio ? 'x' : unit}`,
    kept === undefined ? '' : kept ? 'yes' : 'NO',
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const p95Of = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;

const round = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
