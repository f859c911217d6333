import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useCalculation } from '../queries.ts';
import { CalculatorForm } from './CalculatorForm.tsx';
import { fromInputs } from './draft/draft.ts';

const headings = {
  vehicle: {
    title: 'Import a vehicle',
    description: 'What customs will charge, line by line. Only what your destination asks for.',
  },
  goods: {
    title: 'Import goods',
    description: 'Duties and taxes on one shipment, for each of its lines.',
  },
};

type StartProps = { kind: ImportKind; from: string };

/** A duplicate starts with the facts of another calculation and today's rules. */
function DuplicateForm({ kind, from }: StartProps) {
  const query = useCalculation(kind, from);
  if (query.isPending) return <Skeleton className="mt-6 h-96 w-full" />;
  if (query.isError)
    return (
      <div className="mt-6">
        <LoadError
          message={errorMessage(query.error)}
          onRetry={() => query.refetch()}
          isRetrying={query.isFetching}
        />
      </div>
    );
  return <CalculatorForm kind={kind} start={fromInputs(query.data.inputs)} />;
}

/** `?from=12` in the address starts with the facts of another calculation. */
export function NewCalculation({ kind }: { kind: ImportKind }) {
  const [address] = useSearchParams();
  const from = address.get('from');
  const { title, description } = headings[kind];
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <PageHeader
        title={title}
        description={description}
        back={{ to: '/dashboard/customs', label: 'Customs' }}
      />
      {from ? (
        <DuplicateForm key={from} kind={kind} from={from} />
      ) : (
        <CalculatorForm key={kind} kind={kind} />
      )}
    </>
  );
}
