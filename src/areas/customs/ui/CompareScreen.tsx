import { useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ImportKind } from '../wire/calculations/calculations.constants.ts';
import { ComparisonResult, ComparisonStrip } from './compare/ComparisonResult.tsx';
import { type ComparisonStart, readComparison } from './compare/comparison-address.ts';
import { ScenarioChoice } from './compare/ScenarioChoice.tsx';
import { listAspects } from './compare/scenarios.ts';
import { type ComparisonState, useComparison } from './compare/use-comparison.ts';
import { fromInputs } from './form/draft/draft.ts';
import { groupFacts } from './form/draft/fact-groups.ts';
import { FactFields } from './form/fields/FactFields.tsx';
import { GoodsLines } from './form/goods/GoodsLines.tsx';
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
          aspects={listAspects(kind)}
          country={editor.draft.country}
          onCountryChange={(country) => editor.change({ country, regime: '' })}
          onAspectChange={state.changeAspect}
          onValuesChange={state.changeValues}
        />
        {values.length > 0 && <BaseFields state={state} />}
      </div>
      <ComparisonResult state={state} />
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
        description="The same import in up to five ways, side by side."
        back={{ to: '/dashboard/customs', label: 'Customs' }}
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
