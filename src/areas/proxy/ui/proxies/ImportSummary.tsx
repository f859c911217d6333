import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import type { ImportResultWire } from '../../wire/index.ts';

type ImportSummaryProps = {
  result: Pick<
    ImportResultWire,
    'added' | 'updated' | 'duplicates' | 'rejected' | 'rejected_total' | 'lines'
  >;
  /** Leaves only the lines with problems in the field. Absent when that was done. */
  onShowRemaining: (() => void) | undefined;
};

/** Rejected and repeated lines, in the order of the list. */
const listProblems = ({ rejected, lines }: ImportSummaryProps['result']) =>
  [
    ...rejected,
    ...lines
      .filter(({ outcome }) => outcome === 'duplicate')
      .map(({ line, duplicate_of }) => ({ line, error: `Repeats line ${duplicate_of}.` })),
  ].toSorted((a, b) => a.line - b.line);

/** What an import did, and the lines with problems. */
export function ImportSummary({ result, onShowRemaining }: ImportSummaryProps) {
  const { added, updated, duplicates, rejected, rejected_total } = result;
  const problems = listProblems(result);
  const unnamed = rejected_total + duplicates - problems.length;
  const others = [
    ...(duplicates > 0 ? [`${formatCount(duplicates)} repeated`] : []),
    ...(rejected_total > 0 ? [`${formatCount(rejected_total)} not added`] : []),
  ];
  return (
    <Banner
      tone={rejected.length > 0 ? 'warning' : 'success'}
      title={`${formatCount(added)} added, ${formatCount(updated)} updated`}
      action={
        onShowRemaining && (
          <Button size="small" onClick={onShowRemaining}>
            Keep only what was not added
          </Button>
        )
      }
    >
      {others.length > 0 && <p>{others.join(', ')}</p>}
      {problems.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
          tabIndex={0}
          aria-label="Lines with problems"
          className="max-h-40 overflow-auto text-sm wrap-anywhere"
        >
          {problems.map(({ line, error }) => (
            <li key={line}>{`Line ${line}: ${error}`}</li>
          ))}
          {unnamed > 0 && <li>{`And ${formatCount(unnamed)} more lines.`}</li>}
        </ul>
      )}
    </Banner>
  );
}
