import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatUtcDate } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { listDifferences } from '../../wire/calculations/calculations.differences.ts';
import { formatTotal } from '../customs-format.ts';
import { previewFacts, useReplaceResult } from '../queries.ts';
import { Differences } from './Differences.tsx';

const results = resultToasts('run again');

type RunAgainProps = { kind: ImportKind; calculation: CalculationWire };

function useTodaysResult({ kind, calculation }: RunAgainProps) {
  const [today, setToday] = useState<CalculationWire>();
  const [isBusy, setBusy] = useState(false);
  // Without the date, today's rules and rates apply.
  const { calculation_date: _, ...facts } = calculation.inputs;
  const inputs = { ...facts, destination_country: calculation.destination_country };

  async function run() {
    setBusy(true);
    try {
      setToday(await previewFacts(kind, inputs));
    } catch (error) {
      results.fail(error);
    }
    setBusy(false);
  }
  return { today, isBusy, run, inputs, close: () => setToday(undefined) };
}

function ResultChange({
  calculation,
  today,
}: {
  calculation: CalculationWire;
  today: CalculationWire;
}) {
  const differences = listDifferences(calculation, today);
  if (differences.length === 0)
    return <p>Nothing changed: today's total is the same, {formatTotal(today)}.</p>;
  if (calculation.currency !== today.currency)
    return (
      <p>
        It was {formatTotal(calculation)}, and is {formatTotal(today)} today.
      </p>
    );
  return <Differences differences={differences} currency={today.currency} />;
}

/** The same facts with today's rules and rates. The saved result changes only on request. */
export function RunAgain({ kind, calculation }: RunAgainProps) {
  const { today, isBusy, run, inputs, close } = useTodaysResult({ kind, calculation });
  const replace = useReplaceResult(kind, String(calculation.id));

  async function replaceResult() {
    try {
      await replace.mutateAsync(inputs);
      results.success('Result replaced');
      close();
    } catch {
      // The dialog shows it.
    }
  }

  return (
    <>
      <Button
        icon={<RefreshCw size={16} aria-hidden />}
        onClick={run}
        isBusy={isBusy}
        busyLabel="Calculating..."
      >
        Run again today
      </Button>
      <Dialog
        isOpen={today !== undefined}
        onOpenChange={close}
        size="large"
        title="Today's result"
        description={`The saved result is of ${formatUtcDate(calculation.calculation_date)}.`}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              Keep the old result
            </Button>
            <Button
              variant="primary"
              onClick={replaceResult}
              isBusy={replace.isPending}
              busyLabel="Replacing..."
            >
              Replace it with today's
            </Button>
          </>
        }
      >
        {replace.isError && (
          <Banner tone="error" className="mb-4">
            {errorMessage(replace.error)}
          </Banner>
        )}
        {today && <ResultChange calculation={calculation} today={today} />}
      </Dialog>
    </>
  );
}
