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
  /** Fewer calls: enough to notice a ratio that is broken. */
  isShort: boolean;
};

export type Bench = (options: BenchOptions) => Promise<Row[]>;

/** A quarter above its limit a row is near: machines differ by more from day to day. */
const nearShare = 0.25;

export type State = 'kept' | 'near' | 'broken';

/** Undefined without a limit. */
export function findState(row: Row): State | undefined {
  if (row.limit === undefined) return undefined;
  const share = (row.baseline === undefined ? row.measured : toRatio(row)) / row.limit;
  // A limit of nothing has no quarter: 0 of 0 is kept.
  if (!(share > 1)) return 'kept';
  return share <= 1 + nearShare ? 'near' : 'broken';
}

/** 0 for a row without a baseline. */
const toRatio = ({ measured, baseline }: Row): number =>
  baseline === undefined ? 0 : measured / baseline;

/** Of two runs of a benchmark, each row as it was at its best: load on the machine only slows. */
export const chooseBest = (first: readonly Row[], second: readonly Row[]): Row[] =>
  first.map((row, at) => {
    const other = second[at] ?? row;
    return toRatio(other) < toRatio(row) ? other : row;
  });

export const headings = ['', 'measured', 'baseline', 'ratio', 'promise', 'state'];

export function toCells(row: Row): string[] {
  const { what, measured, unit, baseline, limit } = row;
  const isRatio = baseline !== undefined;
  return [
    what,
    `${round(measured)} ${unit}`,
    isRatio ? `${round(baseline)} ${unit}` : '',
    isRatio ? `${(measured / baseline).toFixed(2)} x` : '',
    limit === undefined ? '' : `<= ${limit} ${isRatio ? 'x' : unit}`,
    findState(row) ?? '',
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const findPercentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!;

export const findP95 = (values: readonly number[]): number => findPercentile(values, 0.95);

const round = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
