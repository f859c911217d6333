import clsx from 'clsx';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { announce } from '#ui/focus/announce.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import { formatTotal } from '../customs-format.ts';
import { formatFactName } from '../fact-name.ts';
import { Needs, ResultStrip } from '../form/LiveTotal.tsx';
import { loadComparisonPdf } from '../queries.ts';
import { type ComparedScenario, ComparisonTable } from './ComparisonTable.tsx';
import { SaveScenario } from './SaveScenario.tsx';
import type { ComparisonState } from './use-comparison.ts';
import { type DisplayCurrency, displayCurrencies } from './worth.ts';

/** Longer than a pause in typing, so that screen readers announce only a settled result. */
const speakMs = 1200;
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

const currencyLabels: Record<DisplayCurrency, string> = {
  own: 'Each country’s currency',
  USD: 'US dollars',
  EUR: 'Euros',
};
const currencyOptions = displayCurrencies.map((value) => ({ value, label: currencyLabels[value] }));

/** Kept in the address, as the facts are. */
function useDisplayCurrency() {
  const [address, changeAddress] = useAddressValues();
  const display = displayCurrencies.find((one) => one === address.get('in')) ?? 'own';
  const change = (next: string) => changeAddress({ in: next === 'own' ? null : next });
  return { display, change };
}

function Result({ state }: { state: ComparisonState }) {
  const { kind, isEnough, needs, result, failure, toInputs } = state;
  const { display } = useDisplayCurrency();
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
        display={display}
        actions={(label) => {
          const inputs = toInputs(label);
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
export function ComparisonResult({ state }: { state: ComparisonState }) {
  const { display, change } = useDisplayCurrency();
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
            value={display}
            onChange={({ target }) => change(target.value)}
          />
          <PdfButton state={state} />
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

const PdfButton = ({ state: { kind, compared } }: { state: ComparisonState }) => (
  <DownloadButton
    size="small"
    disabled={!compared}
    fileName={`customs-${kind}-comparison.pdf`}
    load={() => loadComparisonPdf(kind, compared!)}
  >
    PDF
  </DownloadButton>
);

export function ComparisonStrip({ state: { result, isOld } }: { state: ComparisonState }) {
  const lowest = result?.results.find(({ label }) => label === result.cheapest);
  if (!lowest?.calculation) return null;
  return (
    <ResultStrip href="#comparison" label={`Lowest: ${lowest.label}`} isOld={isOld}>
      {formatTotal(lowest.calculation)}
    </ResultStrip>
  );
}
