import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../../calculation-schema.ts';
import { listDifferences } from '../../differences.ts';
import type { FactKind } from '../../facts.ts';
import { sayDay, sayTotal } from '../customs-words.ts';
import { previewFacts, useReplaceResult } from '../queries.ts';
import { Differences } from './Differences.tsx';

type RunAgainProps = { kind: FactKind; calculation: CalculationWire };

function useTodaysResult({ kind, calculation }: RunAgainProps) {
  const [today, setToday] = useState<CalculationWire>();
  const [isBusy, setBusy] = useState(false);
  // The day was that of the first time; without it today's rules and rates hold.
  const { calculation_date: _, ...inputs } = calculation.inputs;

  async function run() {
    setBusy(true);
    try {
      setToday(await previewFacts(kind, inputs));
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  }
  return { today, isBusy, run, inputs, close: () => setToday(undefined) };
}

function Outcome({ calculation, today }: { calculation: CalculationWire; today: CalculationWire }) {
  const differences = listDifferences(calculation, today);
  if (differences.length === 0)
    return <p>Nothing moved: today it comes to the same, {sayTotal(today)}.</p>;
  if (calculation.currency !== today.currency)
    return (
      <p>
        It was {sayTotal(calculation)}, and is {sayTotal(today)} today.
      </p>
    );
  return <Differences differences={differences} currency={today.currency} />;
}

/** The same facts under today's rules and rates; what is kept changes only when asked to. */
export function RunAgain({ kind, calculation }: RunAgainProps) {
  const { today, isBusy, run, inputs, close } = useTodaysResult({ kind, calculation });
  const replace = useReplaceResult(kind, String(calculation.id));

  async function keepToday() {
    try {
      await replace.mutateAsync(inputs);
      toast.success('The result is of today now');
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
        description={`The kept result is of ${sayDay(calculation.calculation_date)}.`}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              Keep the old result
            </Button>
            <Button
              variant="primary"
              onClick={keepToday}
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
            {messageOf(replace.error)}
          </Banner>
        )}
        {today && <Outcome calculation={calculation} today={today} />}
      </Dialog>
    </>
  );
}
