import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage, fieldMessages } from '#lib/call-error.ts';
import { formatList } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { announce } from '#ui/focus/announce.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ImportKind } from '../wire/calculations.constants.ts';
import { type ComparedScenario, ComparisonTable } from './compare/ComparisonTable.tsx';
import { ScenarioChoice } from './compare/ScenarioChoice.tsx';
import { aspectsOf } from './compare/scenarios.ts';
import { type ComparisonState, useComparison } from './compare/use-comparison.ts';
import { formatFactName } from './fact-name.ts';
import { type Draft, fromInputs } from './form/draft.ts';
import { FactFields } from './form/FactFields.tsx';
import { groupFacts } from './form/fact-groups.ts';
import { GoodsLines } from './form/GoodsLines.tsx';
import { useCalculation } from './queries.ts';

const noNames: readonly string[] = [];

const kinds = [
  { value: 'vehicle', label: 'A vehicle' },
  { value: 'goods', label: 'Goods' },
];

function BaseFields({ state }: { state: ComparisonState }) {
  const { kind, editor, facts, lineFacts, errors } = state;
  const fields = { values: editor.draft.values, onChange: editor.changeValues };
  return (
    <div className="grid gap-8">
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

function RunButton({ state }: { state: ComparisonState }) {
  const { isEnough, needs, run, isRunning, isReady, values } = state;
  const advice = isEnough
    ? needs.length > 0 && `Still needed: ${formatList(needs.map(({ label }) => label))}.`
    : 'Choose at least two scenarios.';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      <Button
        variant="primary"
        onClick={run}
        disabled={!isReady}
        isBusy={isRunning}
        busyLabel="Comparing..."
      >
        {isEnough ? `Compare ${values.length} scenarios` : 'Compare scenarios'}
      </Button>
      {advice && <p className="text-sm text-quiet">{advice}</p>}
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
    <Banner tone="warning" title="Not calculated" className="mb-4">
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

/** Scrolls into view when the result arrives. */
function ComparisonResult({ state }: { state: ComparisonState }) {
  const { result, failure } = state;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!result) return;
    place.current?.scrollIntoView({ block: 'start' });
    announce(result.cheapest ? `${result.cheapest} costs least.` : 'The comparison is below.');
  }, [result]);
  return (
    <div ref={place} className="scroll-mt-20">
      {failure && (
        <Banner tone="error" title="This can't be compared yet">
          {failure}
        </Banner>
      )}
      {result && <RefusedScenarios results={result.results} />}
      {result && (
        <Panel
          title="Side by side"
          description={
            result.cheapest
              ? `${result.cheapest} costs least. A minimum is never called the cheapest.`
              : 'One that is not known in full may cost less, so none is called the cheapest.'
          }
          isFlush
        >
          <ComparisonTable results={calculated(result.results)} cheapest={result.cheapest} />
        </Panel>
      )}
    </div>
  );
}

function Comparison({ kind, start }: { kind: ImportKind; start?: Draft }) {
  const state = useComparison(kind, start);
  const { rules, sets, options, values, aspect, editor } = state;
  const guard = useLeaveGuard(editor.isUnsaved);
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
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
      <LeaveDialog guard={guard}>What you changed here is not saved.</LeaveDialog>
      <ScenarioChoice
        {...{ aspect, sets, options, values }}
        aspects={aspectsOf(kind)}
        country={editor.draft.country}
        onCountryChange={(country) => editor.change({ country, regime: '' })}
        onAspectChange={state.changeAspect}
        onValuesChange={state.changeValues}
      />
      {values.length > 0 && <BaseFields state={state} />}
      <RunButton state={state} />
      <ComparisonResult state={state} />
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
  return <Comparison kind={kind} start={fromInputs(query.data.inputs)} />;
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
        title="Compare scenarios"
        description="The same import in up to five ways, side by side."
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
      {from ? (
        <ComparisonFromSaved key={`${kind} ${from}`} kind={kind} from={from} />
      ) : (
        <Comparison key={kind} kind={kind} />
      )}
    </>
  );
}
