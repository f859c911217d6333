/** Height of a fact or a line in pixels, as Receipt.tsx sets it. */
const rowHeight = 64;
const rowsMax = 6;
const width = 100;
const height = rowsMax * rowHeight;
const toCenter = (row: number) => (row + 0.5) * rowHeight;

type ReceiptThreadsProps = {
  /** For each line, the facts that it depends on. */
  threads: readonly (readonly number[])[];
  highlighted: { fact: number } | { code: string } | null;
  isLit: (line: number) => boolean;
};

/** A curve from each fact to each line that depends on it. The text beside it says the same. */
export function ReceiptThreads({ threads, highlighted, isLit }: ReceiptThreadsProps) {
  const pairs = threads.flatMap((facts, line) => facts.map((fact) => ({ fact, line })));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="w-full"
      style={{ height }}
      fill="none"
    >
      {pairs.map(({ fact, line }) => {
        const [from, to] = [toCenter(fact), toCenter(line)];
        const isVisible =
          isLit(line) && (!(highlighted && 'fact' in highlighted) || highlighted.fact === fact);
        return (
          <path
            key={`${fact} ${line}`}
            d={`M6 ${from}C50 ${from} 50 ${to} 94 ${to}`}
            vectorEffect="non-scaling-stroke"
            stroke={isVisible ? 'var(--accent)' : 'var(--control)'}
            strokeWidth={isVisible ? 2 : 1.25}
            opacity={highlighted && !isVisible ? 0.4 : 1}
          />
        );
      })}
    </svg>
  );
}
