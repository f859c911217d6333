import clsx from 'clsx';
import { useState } from 'react';
import receiptJson from '#areas/customs/receipt.json' with { type: 'json' };
import {
  type Choice,
  findAnswer,
  listLineFacts,
  type Receipt as ReceiptData,
  type ReceiptLine,
} from '#areas/customs/wire/vehicles/receipt.constants.ts';
import { formatList, formatUtcDate } from '#lib/format.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { ReceiptThreads } from './ReceiptThreads.tsx';

const receipt: ReceiptData = receiptJson;
const firstChoice: Choice = receipt.facts.map(({ options }) => options[0]?.value ?? '');

type ReceiptState = { fact: number } | { code: string } | null;

/** The choice, its answer, and which facts each line depends on. */
function useReceipt() {
  const [choice, setChoice] = useState(firstChoice);
  const [highlighted, setHighlighted] = useState<ReceiptState>(null);
  const answer = findAnswer(receipt, choice);
  const threads = answer.lines.map((line) => listLineFacts(receipt, choice, line));
  return {
    choice,
    answer,
    threads,
    highlighted,
    setHighlighted,
    choose: (fact: number, value: string) => setChoice(choice.with(fact, value)),
  };
}

type FactProps = { at: number; value: string; form: ReturnType<typeof useReceipt> };

function Fact({ at, value, form: { choose, setHighlighted, highlighted } }: FactProps) {
  const fact = receipt.facts[at];
  if (!fact) return null;
  const isLit = highlighted !== null && 'fact' in highlighted && highlighted.fact === at;
  return (
    <label
      className={clsx(
        'flex h-16 flex-col justify-center border-b border-line',
        isLit && 'text-accent',
      )}
      onMouseEnter={() => setHighlighted({ fact: at })}
      onMouseLeave={() => setHighlighted(null)}
    >
      <span className="text-xs text-quiet">{fact.label}</span>
      <select
        value={value}
        onChange={({ target }) => choose(at, target.value)}
        onFocus={() => setHighlighted({ fact: at })}
        onBlur={() => setHighlighted(null)}
        className="w-full min-w-0 cursor-pointer truncate bg-transparent font-medium surface-raised"
      >
        {fact.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

type LineProps = {
  line: ReceiptLine;
  facts: readonly number[];
  isLit: boolean;
  onShow: (isOpen: boolean) => void;
};

const joinNames = (facts: readonly number[]) =>
  formatList(facts.flatMap((at) => receipt.facts[at]?.label.toLowerCase() ?? []));

const Line = ({ line, facts, isLit, onShow }: LineProps) => (
  <li>
    <button
      type="button"
      onMouseEnter={() => onShow(true)}
      onMouseLeave={() => onShow(false)}
      onFocus={() => onShow(true)}
      onBlur={() => onShow(false)}
      className={clsx(
        'flex h-16 w-full cursor-default items-center justify-between gap-3 border-b border-line text-left',
        isLit && 'text-accent',
      )}
    >
      <span className="min-w-0">
        <span className="line-clamp-2 text-sm leading-tight font-medium">{line.label}</span>
        <span className="block truncate text-xs text-quiet">{line.rate}</span>
        <span className="sr-only">Depends on {joinNames(facts)}. </span>
      </span>
      <span
        className={clsx('font-mono text-sm', line.amount === null && 'font-sans text-warning-text')}
      >
        {line.amount ?? 'Unknown'}
      </span>
    </button>
  </li>
);

/** What the shown line or fact means; otherwise where all of it comes from. */
function Explanation({ form }: { form: ReturnType<typeof useReceipt> }) {
  const { highlighted, answer, threads } = form;
  if (highlighted && 'code' in highlighted) {
    const at = answer.lines.findIndex(({ code }) => code === highlighted.code);
    const line = answer.lines[at];
    if (line)
      return (
        <>
          <strong className="text-text">{line.label}</strong> depends on{' '}
          {joinNames(threads[at] ?? [])}. {line.text ?? line.source}
        </>
      );
  }
  if (highlighted && 'fact' in highlighted) {
    const lines = answer.lines.filter((_, at) => threads[at]?.includes(highlighted.fact));
    const label = receipt.facts[highlighted.fact]?.label ?? '';
    return lines.length > 0 ? (
      <>
        <strong className="text-text">{label}</strong> changes{' '}
        {formatList(lines.map((line) => line.label))}.
      </>
    ) : (
      <>
        <strong className="text-text">{label}</strong> changes nothing here.
      </>
    );
  }
  return (
    <>
      {receipt.rules}, rules of {formatUtcDate(receipt.asOf)}, calculated by the engine behind our
      customs API. An unknown amount is never counted as zero.
    </>
  );
}

/** The duty on one car: its facts, its charges, and which fact changes which charge. */
export function Receipt() {
  const form = useReceipt();
  const { choice, answer, threads, highlighted, setHighlighted } = form;
  const isLit = (at: number) =>
    highlighted !== null &&
    ('fact' in highlighted
      ? (threads[at]?.includes(highlighted.fact) ?? false)
      : answer.lines[at]?.code === highlighted.code);
  return (
    <section
      aria-label="Import charges on one car"
      className="border border-line p-5 shadow-float surface-raised sm:p-7"
    >
      <p className="text-sm text-quiet">A car imported into the United States. Change a fact.</p>
      <div className="mt-3 grid grid-cols-[6rem_1.75rem_minmax(0,1fr)] sm:grid-cols-[9rem_5rem_minmax(0,1fr)]">
        <div>
          {receipt.facts.map(({ name }, at) => (
            <Fact key={name} at={at} value={choice[at] ?? ''} form={form} />
          ))}
        </div>
        <ReceiptThreads threads={threads} highlighted={highlighted} isLit={isLit} />
        <div className="flex min-h-96 flex-col">
          <ol>
            {answer.lines.map((line, at) => (
              <Line
                key={line.code}
                line={line}
                facts={threads[at] ?? []}
                isLit={isLit(at)}
                onShow={(isOpen) => setHighlighted(isOpen ? { code: line.code } : null)}
              />
            ))}
          </ol>
          <p className="flex h-16 items-center justify-between gap-3" role="status">
            <span className="font-semibold">{answer.isMinimum ? 'At least' : 'Total'}</span>
            <span className="font-mono text-lg font-semibold">{answer.total}</span>
          </p>
        </div>
      </div>
      <p className="mt-4 min-h-16 text-sm text-quiet">
        <Explanation form={form} />
      </p>
      <PageLink href="/customs" className="link text-sm">
        44 more countries, with every source
      </PageLink>
    </section>
  );
}
