import { Link } from 'react-router';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { toastError } from '#ui/toast.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useSaveCalculation } from '../queries.ts';

type SaveScenarioProps = { kind: ImportKind; label: string; inputs: CalculationInput };

/** Saves one scenario as a calculation, which has a PDF and a link to share. */
export function SaveScenario({ kind, label, inputs }: SaveScenarioProps) {
  const save = useSaveCalculation(kind);
  const attempt = useIdempotencyKey();
  const body = { ...inputs, title: label };

  function run() {
    const options = {
      onSuccess: () => attempt.endAttempt(undefined),
      onError: (error: unknown) => {
        attempt.endAttempt(error);
        toastError(error);
      },
    };
    save.mutate({ body, key: attempt.keyFor(body) }, options);
  }

  if (save.data)
    return (
      <Link to={`/dashboard/customs/${kind}/${save.data.id}`} className="link text-sm">
        Open<span className="sr-only"> {label}</span>
      </Link>
    );
  return (
    <Button size="small" onClick={run} isBusy={save.isPending} busyLabel="Saving...">
      Save<span className="sr-only"> {label}</span>
    </Button>
  );
}
