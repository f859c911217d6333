// Each series has its own hatching, so that it can be recognised without seeing colours.
const hatchings = ['', 'M0 6L6 0M-1 1L1 -1M5 7L7 5', 'M0 3H6', 'M3 0V6', 'M2 3H4'];

export const textureFill = (id: string, index: number): string => `url(#${id}-${index})`;

type ChartTexturesProps = { id: string; count: number };

/** The fills of a chart's series, to be used by `textureFill` with the same id. */
export const ChartTextures = ({ id, count }: ChartTexturesProps) => (
  <defs>
    {Array.from({ length: count }, (_, index) => (
      <pattern
        // biome-ignore lint/suspicious/noArrayIndexKey: a texture is identified by its index.
        key={index}
        id={`${id}-${index}`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
      >
        <rect width="6" height="6" style={{ fill: `var(--chart-${index + 1})` }} />
        {hatchings[index] && (
          <path d={hatchings[index]} style={{ stroke: 'var(--raised)' }} strokeWidth="1.2" />
        )}
      </pattern>
    ))}
  </defs>
);

/** A small square with the fill of a series. */
export const TextureSwatch = ({ id, index }: { id: string; index: number }) => (
  <svg width="12" height="12" aria-hidden="true" className="shrink-0">
    <rect width="12" height="12" fill={textureFill(id, index)} />
  </svg>
);

type LineSwatchProps = { color: string; isDashed?: boolean | undefined };

/** A short line in the style of a series. */
export const LineSwatch = ({ color, isDashed }: LineSwatchProps) => (
  <svg width="16" height="4" aria-hidden="true" className="shrink-0">
    <path
      d="M0 2H16"
      stroke={color}
      strokeWidth="2"
      strokeDasharray={isDashed ? '4 3' : undefined}
    />
  </svg>
);
