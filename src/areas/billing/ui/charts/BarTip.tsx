import type { BarDrawingProps } from './BarDrawing.tsx';
import { Swatch } from './Textures.tsx';

type BarTipProps = BarDrawingProps & { row: BarDrawingProps['rows'][number] };

/** The figures of one time, where the pointer or the arrow keys are. */
export function BarTip({
  row,
  series,
  hasPrevious,
  sayLongTime,
  sayValue,
  textureId,
}: BarTipProps) {
  return (
    <div
      role="status"
      className="grid min-w-44 gap-1 border border-line px-3 py-2 text-sm surface-raised shadow-float"
    >
      <p className="font-medium">
        {sayLongTime(row.x)}
        {row.partial && <span className="font-normal text-quiet">, so far</span>}
      </p>
      <dl className="grid gap-1">
        {series.map(({ key, name }, at) => (
          <div key={key} className="flex items-center gap-2">
            <Swatch id={textureId} at={at} />
            <dt className="flex-1 text-quiet">{name}</dt>
            <dd className="tabular-nums">{sayValue(row.values[key] ?? 0)}</dd>
          </div>
        ))}
        {hasPrevious && row.previous !== null && (
          <div className="flex items-center gap-2">
            <span aria-hidden="true" className="w-3 border-t-2 border-dashed border-quiet" />
            <dt className="flex-1 text-quiet">Before</dt>
            <dd className="tabular-nums">{sayValue(row.previous)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
