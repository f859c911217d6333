import { Lightbulb, TriangleAlert } from 'lucide-react';
import { formatList } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { factNamed } from '../../wire/facts/facts.constants.ts';
import { formatAmounts } from '../customs-format.ts';
import { formatFactName } from '../fact-name.ts';

/** The unknown lines, and the facts needed to calculate them. */
function Unknowns({ result }: { result: ResultWire }) {
  const unknown = result.breakdown.filter(({ status }) => status === 'unknown');
  if (result.status !== 'partial') return null;
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

type Answer = NonNullable<ResultWire['questions']>[number]['answers'][number];

const formatAnswer = (name: string, { value }: Answer): string => {
  if (typeof value === 'boolean') return `${formatFactName(name)}: ${value ? 'yes' : 'no'}`;
  if (value === null) return `${formatFactName(name)}: left out`;
  return `${formatFactName(name)}: ${value}${factNamed(name)?.unit ? ` ${factNamed(name)!.unit}` : ''}`;
};

/** What decides between the least and the most, and the total with each answer. */
function Questions({ result }: { result: ResultWire }) {
  const { questions = [] } = result;
  if (questions.length === 0) return null;
  return (
    <Banner tone="warning" title="Your answer decides the total">
      <ul className="grid gap-3">
        {questions.map(({ fact, text, answers }) => (
          <li key={fact}>
            <p>{text}</p>
            <dl className="mt-1 grid gap-1">
              {answers.map((answer) => (
                <div key={String(answer.value)} className="flex flex-wrap justify-between gap-x-4">
                  <dt>{formatAnswer(fact, answer)}</dt>
                  <dd className="font-mono tabular-nums">
                    {formatAmounts(
                      { ...result, total_is_minimum: answer.total_most !== answer.total_least },
                      answer.total_least,
                      answer.total_most,
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
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
      <Questions result={result} />
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
