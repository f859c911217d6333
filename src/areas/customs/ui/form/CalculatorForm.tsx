import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { Breakdown } from '../result/Breakdown.tsx';
import { Notices } from '../result/Notices.tsx';
import { UsedRates } from '../result/UsedRates.tsx';
import { Destination } from './Destination.tsx';
import type { Draft } from './draft/draft.ts';
import { groupFacts } from './draft/fact-groups.ts';
import { FactFields } from './fields/FactFields.tsx';
import { GoodsLines } from './goods/GoodsLines.tsx';
import { LiveTotal, TotalStrip } from './LiveTotal.tsx';
import { OwnRates } from './OwnRates.tsx';
import { type Calculator, useCalculator } from './use-calculator.ts';
import { ModelField } from './vehicle/ModelField.tsx';
import { VinField } from './vehicle/VinField.tsx';

const LoadingFields = () => (
  <div className="grid gap-5 sm:grid-cols-2">
    <span className="sr-only">Loading the rules</span>
    <Skeleton className="h-16.5 w-full" />
    <Skeleton className="h-23 w-full" />
  </div>
);

/** Only the facts that the chosen rules ask for. */
export function Fields({ calculator }: { calculator: Calculator }) {
  const { kind, editor, rules, sets, chosen, questions, errors, missing, preview } = calculator;
  const { draft } = editor;
  if (rules.isPending) return <LoadingFields />;
  if (rules.isError)
    return (
      <LoadError
        message={errorMessage(rules.error)}
        onRetry={() => rules.refetch()}
        isRetrying={rules.isFetching}
      />
    );
  const shared = { values: draft.values, onChange: editor.changeValues, missing };
  return (
    <div className="grid gap-8">
      <Destination {...{ draft, sets, chosen }} onChange={editor.change} errors={errors.fields} />
      {draft.country && !chosen && (
        <Banner tone="info" title="No rules for this day">
          There are no rules for this destination on that day yet. Choose another day.
        </Banner>
      )}
      {chosen && kind === 'goods' && (
        <GoodsLines editor={editor} facts={questions.lineFacts} {...{ errors, missing }} />
      )}
      {chosen && kind === 'vehicle' && (
        <VinField values={draft.values} facts={questions.facts} onChange={editor.changeValues} />
      )}
      {chosen && kind === 'vehicle' && (
        <ModelField values={draft.values} rules={chosen} onChange={editor.changeValues} />
      )}
      {groupFacts(kind, questions.facts).map((group) => (
        <FactFields key={group.title} group={group} errors={errors.fields} {...shared} />
      ))}
      {chosen && <OwnRates editor={editor} result={preview.result} />}
    </div>
  );
}

type CalculatorFormProps = { kind: ImportKind; start?: Draft | undefined };

/** The form, its live total, and every line of the result below. */
export function CalculatorForm({ kind, start }: CalculatorFormProps) {
  const calculator = useCalculator(kind, start);
  const guard = useLeaveGuard(calculator.editor.isUnsaved);
  const { result } = calculator.preview;
  const hasResult = result && calculator.questions.needs.length === 0;
  return (
    <>
      <LeaveDialog guard={guard}>What you changed in this duplicate is not saved yet.</LeaveDialog>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <Fields calculator={calculator} />
          <div className="mt-8 flex flex-wrap gap-3 border-t border-line pt-5">
            <Button
              variant="quiet"
              size="small"
              icon={<RotateCcw size={16} aria-hidden />}
              onClick={calculator.editor.startOver}
            >
              Start over
            </Button>
            <ButtonLink asChild variant="quiet" size="small">
              <Link to={`/dashboard/customs/compare?kind=${kind}`}>Compare scenarios</Link>
            </ButtonLink>
          </div>
        </div>
        <div id="result" className="grid min-w-0 scroll-mt-20 gap-4 lg:sticky lg:top-20">
          <LiveTotal calculator={calculator} />
          {hasResult && <Notices result={result} />}
        </div>
      </div>
      {hasResult && (
        <div className="mt-8 grid gap-6">
          <Breakdown result={result} />
          <UsedRates result={result} />
        </div>
      )}
      <TotalStrip calculator={calculator} />
    </>
  );
}
