// Threads that lie differently, so that four colours are told apart without seeing colour.
const threads = ['', 'M0 6L6 0M-1 1L1 -1M5 7L7 5', 'M0 3H6', 'M3 0V6'];

export const fillOf = (id: string, at: number): string => `url(#${id}-${at})`;

/** The fills of a chart's series, to be named by `fillOf` with the same id. */
export const Textures = ({ id, count }: { id: string; count: number }) => (
  <defs>
    {Array.from({ length: count }, (_, at) => (
      <pattern
        // biome-ignore lint/suspicious/noArrayIndexKey: a texture is its place.
        key={at}
        id={`${id}-${at}`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
      >
        <rect width="6" height="6" style={{ fill: `var(--chart-${at + 1})` }} />
        {threads[at] && (
          <path d={threads[at]} style={{ stroke: 'var(--raised)' }} strokeWidth="1.2" />
        )}
      </pattern>
    ))}
  </defs>
);

/** The same as a small square beside a name. */
export function Swatch({ id, at }: { id: string; at: number }) {
  return (
    <svg width="12" height="12" aria-hidden="true" className="shrink-0">
      <rect width="12" height="12" fill={fillOf(id, at)} />
    </svg>
  );
}
