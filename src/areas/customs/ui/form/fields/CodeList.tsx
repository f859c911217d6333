import { Star } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { toastError } from '#ui/toast.ts';
import { type HsCode, useSaveCode } from '../../queries.ts';

export type CodeRow = HsCode & {
  duty: string | null;
  path: readonly string[];
  is_declarable: boolean;
};

/** Saves a code for the next invoice, or removes it. */
function SaveToggle({ row }: { row: CodeRow }) {
  const save = useSaveCode();
  const { code, is_saved: isSaved } = row;
  return (
    <Button
      variant="quiet"
      size="small"
      isIconOnly
      icon={<Star size={16} aria-hidden fill={isSaved ? 'currentColor' : 'none'} />}
      aria-pressed={isSaved}
      isBusy={save.isPending}
      busyLabel={`Saving ${code}`}
      onClick={() => save.mutate(row, { onError: toastError })}
    >
      {`Save ${code}`}
    </Button>
  );
}

function formatDuty({ duty, is_declarable: isDeclarable }: CodeRow): string {
  if (!isDeclarable) return 'Show subdivisions';
  return duty === null ? 'Duty not known' : `Duty ${duty}`;
}

type CodeListProps = { rows: readonly CodeRow[]; onChoose: (row: CodeRow) => void };

/** Codes with their duty; a click chooses one, or shows what is below it. */
export const CodeList = ({ rows, onChoose }: CodeListProps) => (
  <ul className="mt-2 border-t border-line">
    {rows.map((row) => (
      <li key={row.code} className="flex items-center border-b border-line">
        <button
          type="button"
          onClick={() => onChoose(row)}
          className="grid min-w-0 flex-1 gap-x-4 px-2 py-2.5 text-left hover:bg-text/4 sm:grid-cols-[6rem_1fr_auto]"
        >
          <span className="font-mono text-sm">{row.code}</span>
          <span className="min-w-0 text-sm wrap-anywhere">
            {row.path.length > 0 && (
              <span className="block text-quiet">{row.path.join(' › ')}</span>
            )}
            <span>{row.description}</span>
          </span>
          <span className="text-sm text-quiet">{formatDuty(row)}</span>
        </button>
        <SaveToggle row={row} />
      </li>
    ))}
  </ul>
);
