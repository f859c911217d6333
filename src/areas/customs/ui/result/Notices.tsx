import { Lightbulb, TriangleAlert } from 'lucide-react';
import { formatList } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { formatFactName } from '../fact-name.ts';

/** The unknown lines, and the facts needed to calculate them. */
function Unknowns({ result }: { result: ResultWire }) {
  const unknown = result.breakdown.filter(({ status }) => status === 'unknown');
  if (!result.total_is_minimum) return null;
  const { missing } = result;
  return (
    <Banner tone="warning" title="Part of this is unknown, and counted as nothing here">
      {unknown.length > 0 && (
        <p>Not in the total: {formatList([...new Set(unknown.map(({ label }) => label))])}.</p>
      )}
      <p>
        {missing.length > 0
          ? `To know more, state: ${formatList(missing.map(formatFactName))}.`
          : 'There is no reliable rule for it yet. Ask a customs broker before you rely on the total.'}
      </p>
    </Banner>
  );
}

type IconListProps = { title: string; icon: React.ReactNode; items: readonly React.ReactNode[] };

function IconList({ title, icon, items }: IconListProps) {
  if (items.length === 0) return null;
  return (
    <section className="border border-line p-4 surface-raised">
      <h3 className="flex items-center gap-2 text-sm leading-normal font-semibold tracking-normal">
        {icon}
        {title}
      </h3>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {items.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one result, which never move.
          <li key={at}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

/** Warnings about the total, and hints that would change it. */
export function Notices({ result }: { result: ResultWire }) {
  return (
    <>
      <Unknowns result={result} />
      <IconList
        title="Worth knowing"
        icon={<TriangleAlert size={16} aria-hidden className="text-warning-text" />}
        items={result.warnings.map(({ message }) => message)}
      />
      <IconList
        title="What would change it"
        icon={<Lightbulb size={16} aria-hidden className="text-info" />}
        items={result.hints.map(({ message, saves }) => (
          <>
            {message}
            {saves && (
              <strong className="font-medium text-success">
                {' '}
                Saves {formatMoney(saves, result.currency)}.
              </strong>
            )}
          </>
        ))}
      />
    </>
  );
}
