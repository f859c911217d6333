import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { announce } from '#ui/focus/announce.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { ImportKind } from '../wire/calculations.constants.ts';
import { type ComparedScenario, ComparisonTable } from './compare/ComparisonTable.tsx';
import { type ComparisonStart, readComparison } from './compare/comparison-address.ts';
import { SaveScenario } from './compare/SaveScenario.tsx';
import { ScenarioChoice } from './compare/ScenarioChoice.tsx';
import { aspectsOf } from './compare/scenarios.ts';
import { type ComparisonState, useComparison } from './compare/use-comparison.ts';
import { type ShownCurrency, shownCurrencies } from './compare/worth.ts';
import { formatTotal } from './customs-format.ts';
import { formatFactName } from './fact-name.ts';
import { fromInputs } from './form/draft.ts';
import { FactFields } from './form/FactFields.tsx';
import { groupFacts } from './form/fact-groups.ts';
import { GoodsLines } from './form/GoodsLines.tsx';
import { Needs, ResultStrip } from './form/LiveTotal.tsx';
import { useCalculation } from './queries.ts';

/** Longer than a pause in typing, so that screen readers announce only a settled result. */
const speakMs = 1200;
const noNames: readonly string[] = [];

const kinds = [
  { value: 'vehicle', label: 'A vehicle' },
  { value: 'goods', label: 'Goods' },
];

function BaseFields({ state }: { state: ComparisonState }) {
  const { kind, editor, facts, lineFacts, errors } = state;
  const fields = { values: editor.draft.values, onChange: editor.changeValues };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {kind === 'goods' && (
        <GoodsLines editor={editor} facts={lineFacts} errors={errors} missing={noNames} />
      )}
      {groupFacts(kind, facts).map((group) => (
        <FactFields
          key={group.title}
          group={group}
          errors={errors.fields}
          missing={noNames}
          {...fields}
        />
      ))}
    </div>
  );
}

type Results = NonNullable<ComparisonState['result']>['results'];

const calculated = (results: Results): ComparedScenario[] =>
  results.flatMap(({ label, calculation }) => (calculation ? [{ label, calculation }] : []));

/** The message of a field makes sense only with the name of the field. */
function formatRefusal(error: unknown): string {
  const { fields, general } = fieldMessages(error);
  const ofFields = Object.entries(fields).map(
    ([name, [message]]) => `${formatFactName(name)}: ${message}`,
  );
  return [...general, ...ofFields].join(' ');
}

/** Scenarios that cannot be calculated, with the reasons. */
function RefusedScenarios({ results }: { results: Results }) {
  const refused = results.filter(({ error }) => error !== null);
  if (refused.length === 0) return null;
  return (
    <Banner tone="warning" title="Not calculated" className="m-5">
      <ul className="grid gap-1">
        {refused.map(({ label, error }) => (
          <li key={label}>
            {label}: {formatRefusal(error)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const currencyLabels: Record<ShownCurrency, string> = {
  own: 'Each country’s currency',
  USD: 'US dollars',
  EUR: 'Euros',
};
const currencyOptions = shownCurrencies.map((value) => ({ value, label: currencyLabels[value] }));

/** Kept in the address, as the facts are. */
function useShownCurrency() {
  const [address, setAddress] = useSearchParams();
  const shown = shownCurrencies.find((one) => one === address.get('in')) ?? 'own';
  function change(next: string) {
    const changed = new URLSearchParams(address);
    if (next === 'own') changed.delete('in');
    else changed.set('in', next);
    setAddress(changed, { replace: true, preventScrollReset: true });
  }
  return { shown, change };
}

function Result({ state }: { state: ComparisonState }) {
  const { kind, isEnough, needs, result, failure, inputsOf } = state;
  const { shown } = useShownCurrency();
  if (!isEnough)
    return <p className="p-5 text-quiet">Choose at least two scenarios to compare them.</p>;
  if (needs.length > 0)
    return (
      <div className="p-5">
        <Needs what="The comparison" needs={needs} />
      </div>
    );
  if (failure)
    return (
      <Banner tone="error" title="This can't be compared yet" className="m-5">
        {failure}
      </Banner>
    );
  if (!result) return <Skeleton className="m-5 h-60" />;
  return (
    <div className={clsx('transition-opacity', state.isOld && 'opacity-60')}>
      <RefusedScenarios results={result.results} />
      <ComparisonTable
        results={calculated(result.results)}
        cheapest={result.cheapest}
        shown={shown}
        actions={(label) => {
          const inputs = inputsOf(label);
          return (
            inputs && (
              <SaveScenario
                key={JSON.stringify(inputs)}
                kind={kind}
                label={label}
                inputs={inputs}
              />
            )
          );
        }}
      />
      {result.cheapest === null && (
        <p className="border-t border-line px-5 py-3 text-sm text-quiet">
          None is marked as the lowest: one that is not known in full may cost less.
        </p>
      )}
    </div>
  );
}

/** The table beside the facts, which follows them. */
function ResultPanel({ state }: { state: ComparisonState }) {
  const { shown, change } = useShownCurrency();
  const { pathname, search } = useLocation();
  const { result, isOld } = state;
  const message =
    result && !isOld && (result.cheapest ? `${result.cheapest} costs least.` : 'Compared.');
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => announce(message), speakMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <Panel
      id="comparison"
      title="Side by side"
      actions={
        <>
          {state.isLoading && <Spinner />}
          <SelectField
            label="Currency"
            isLabelHidden
            options={currencyOptions}
            value={shown}
            onChange={({ target }) => change(target.value)}
          />
          <CopyButton value={location.origin + pathname + search} label="Copy link" />
        </>
      }
      isFlush
      className="min-w-0 scroll-mt-20 lg:sticky lg:top-20"
    >
      <Result state={state} />
    </Panel>
  );
}

function ComparisonStrip({ state: { result, isOld } }: { state: ComparisonState }) {
  const lowest = result?.results.find(({ label }) => label === result.cheapest);
  if (!lowest?.calculation) return null;
  return (
    <ResultStrip href="#comparison" label={`Lowest: ${lowest.label}`} isOld={isOld}>
      {formatTotal(lowest.calculation)}
    </ResultStrip>
  );
}

function Comparison({ kind, start }: { kind: ImportKind; start?: Partial<ComparisonStart> }) {
  const state = useComparison(kind, start);
  const { rules, sets, options, values, aspect, editor } = state;
  if (rules.isPending) return <Skeleton className="mt-6 h-96 w-full" />;
  if (rules.isError)
    return (
      <div className="mt-6">
        <LoadError
          message={errorMessage(rules.error)}
          onRetry={() => rules.refetch()}
          isRetrying={rules.isFetching}
        />
      </div>
    );
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <ScenarioChoice
          {...{ aspect, sets, options, values }}
          aspects={aspectsOf(kind)}
          country={editor.draft.country}
          onCountryChange={(country) => editor.change({ country, regime: '' })}
          onAspectChange={state.changeAspect}
          onValuesChange={state.changeValues}
        />
        {values.length > 0 && <BaseFields state={state} />}
      </div>
      <ResultPanel state={state} />
      <ComparisonStrip state={state} />
    </div>
  );
}

function ComparisonFromSaved({ kind, from }: { kind: ImportKind; from: string }) {
  const query = useCalculation(kind, from);
  if (query.isPending) return <Skeleton className="mt-6 h-96 w-full" />;
  if (query.isError)
    return (
      <div className="mt-6">
        <LoadError message={errorMessage(query.error)} onRetry={() => query.refetch()} />
      </div>
    );
  return <Comparison kind={kind} start={{ draft: fromInputs(query.data.inputs) }} />;
}

/** The comparison of the address, if it has one. It changes with the screen, so it is read once. */
function ComparisonFromAddress({ kind, from }: { kind: ImportKind; from: string | null }) {
  const [address] = useSearchParams();
  const [start] = useState(() => readComparison(address.get('facts')));
  if (start) return <Comparison kind={kind} start={start} />;
  return from ? <ComparisonFromSaved kind={kind} from={from} /> : <Comparison kind={kind} />;
}

/** Up to five variants of one import: destination, importer, powertrain, or proof of origin. */
export default function CompareScreen() {
  const [address, setAddress] = useSearchParams();
  const kind: ImportKind = address.get('kind') === 'goods' ? 'goods' : 'vehicle';
  const from = address.get('from');
  return (
    <>
      <title>{`Compare · ${site.name}`}</title>
      <PageHeader
        title="Compare"
        description="The same import in up to five ways, side by side. Saved scenarios have a PDF and a link to share."
        back={
          <Link to="/dashboard/customs" className="link">
            Customs
          </Link>
        }
        action={
          <SelectField
            label="What is imported"
            isLabelHidden
            options={kinds}
            value={kind}
            onChange={({ target }) => setAddress({ kind: target.value }, { replace: true })}
          />
        }
      />
      <ComparisonFromAddress key={`${kind} ${from}`} kind={kind} from={from} />
    </>
  );
}
