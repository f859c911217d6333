/** One row of a benchmark's table. */
export type Row = {
  what: string;
  measured: number;
  unit: string;
  /** The value of a minimal implementation, measured in the same run, in the same unit. */
  baseline?: number;
  /** The limit: of measured / baseline with a baseline, else of the measured value. */
  limit?: number;
};

/** What the command line says. */
export type BenchOptions = {
  /** Of a benchmark that runs for a time instead of a number of calls. */
  minutes: number;
  /** Of `growth`: at most so many. */
  accounts?: number;
  /** Fewer calls: enough to notice a ratio that is broken by more than a tenth. */
  isShort: boolean;
};

export type Bench = (options: BenchOptions) => Promise<Row[]>;

/** Undefined without a limit. */
export function isWithinLimit({ measured, baseline, limit }: Row): boolean | undefined {
  if (limit === undefined) return undefined;
  return (baseline === undefined ? measured : measured / baseline) <= limit;
}

/** Another run on a busy machine differs by less. */
const toleratedShare = 0.1;

/** Of a ratio; the short form judges nothing else. */
export const isClearlyBroken = (row: Row): boolean =>
  row.limit !== undefined && ratioOf(row) > row.limit * (1 + toleratedShare);

/** 0 for a row without a baseline. */
const ratioOf = ({ measured, baseline }: Row): number =>
  baseline === undefined ? 0 : measured / baseline;

/** Of two runs of a benchmark, each row as it was at its best: load on the machine only slows. */
export const bestOf = (first: readonly Row[], second: readonly Row[]): Row[] =>
  first.map((row, at) => {
    const other = second[at] ?? row;
    return ratioOf(other) < ratioOf(row) ? other : row;
  });

export const headings = ['', 'measured', 'baseline', 'ratio', 'promise', 'kept'];

export function toCells(row: Row): string[] {
  const { what, measured, unit, baseline, limit } = row;
  const isRatio = baseline !== undefined;
  const kept = isWithinLimit(row);
  return [
    what,
    `${round(measured)} ${unit}`,
    isRatio ? `${round(baseline)} ${unit}` : '',
    isRatio ? `${(measured / baseline).toFixed(2)} x` : '',
    limit === undefined ? '' : `<= ${limit} ${isRatio ? 'x' : unit}`,
    kept === undefined ? '' : kept ? 'yes' : 'NO',
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const percentileOf = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!;

export const p95Of = (values: readonly number[]): number => percentileOf(values, 0.95);

const round = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
