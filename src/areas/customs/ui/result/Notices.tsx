import { Lightbulb, TriangleAlert } from 'lucide-react';
import { Banner } from '#ui/Banner.tsx';
import type { ResultWire } from '../../calculation-schema.ts';
import { sayFact, sayList, sayMoney } from '../customs-words.ts';

/** What is unknown, and what would make it known. */
function Unknowns({ result }: { result: ResultWire }) {
  const unknown = result.breakdown.filter(({ status }) => status === 'unknown');
  if (!result.total_is_minimum) return null;
  const { missing } = result;
  return (
    <Banner tone="warning" title="Part of this is unknown, and counted as nothing here">
      {unknown.length > 0 && (
        <p>Not in the total: {sayList([...new Set(unknown.map(({ label }) => label))])}.</p>
      )}
      <p>
        {missing.length > 0
          ? `To know more, state: ${sayList(missing.map(sayFact))}.`
          : 'There is no reliable rule for it yet. Ask a customs broker before you rely on the total.'}
      </p>
    </Banner>
  );
}

type SignedListProps = { title: string; icon: React.ReactNode; words: readonly React.ReactNode[] };

function SignedList({ title, icon, words }: SignedListProps) {
  if (words.length === 0) return null;
  return (
    <section className="border border-line p-4 surface-raised">
      <h3 className="flex items-center gap-2 text-sm leading-normal font-semibold tracking-normal">
        {icon}
        {title}
      </h3>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {words.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one answer, which never move.
          <li key={at}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

/** What to know about the total before believing it, and what would make it lower. */
export function Notices({ result }: { result: ResultWire }) {
  return (
    <>
      <Unknowns result={result} />
      <SignedList
        title="Worth knowing"
        icon={<TriangleAlert size={16} aria-hidden className="text-warning-text" />}
        words={result.warnings.map(({ message }) => message)}
      />
      <SignedList
        title="What would change it"
        icon={<Lightbulb size={16} aria-hidden className="text-info" />}
        words={result.hints.map(({ message, saves }) => (
          <>
            {message}
            {saves && (
              <strong className="font-medium text-success">
                {' '}
                Saves {sayMoney(saves, result.currency)}.
              </strong>
            )}
          </>
        ))}
      />
    </>
  );
}
