import { Link, useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { FactKind } from '../../facts.ts';
import { useCalculation } from '../queries.ts';
import { CalculatorForm } from './CalculatorForm.tsx';
import { fromInputs } from './draft.ts';

const words = {
  vehicle: {
    title: 'Import a vehicle',
    description: 'What customs will charge, line by line. Only what your destination asks for.',
  },
  goods: {
    title: 'Import goods',
    description: 'Duties and taxes on one shipment, for each of its lines.',
  },
};

type StartProps = { kind: FactKind; from: string };

/** A duplicate begins with the facts of another calculation, under today's rules. */
function DuplicateForm({ kind, from }: StartProps) {
  const query = useCalculation(kind, from);
  if (query.isPending) return <Skeleton className="mt-6 h-96 w-full" />;
  if (query.isError)
    return (
      <div className="mt-6">
        <LoadError
          message={messageOf(query.error)}
          onRetry={() => query.refetch()}
          isRetrying={query.isFetching}
        />
      </div>
    );
  return <CalculatorForm kind={kind} start={fromInputs(query.data.inputs)} />;
}

/** The address may name a calculation to begin from: `?from=12`. */
export function NewCalculation({ kind }: { kind: FactKind }) {
  const [address] = useSearchParams();
  const from = address.get('from');
  const { title, description } = words[kind];
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <PageHeader
        title={title}
        description={description}
        back={
          <Link to="/dashboard/customs" className="link">
            Customs
          </Link>
        }
      />
      {from ? (
        <DuplicateForm key={from} kind={kind} from={from} />
      ) : (
        <CalculatorForm key={kind} kind={kind} />
      )}
    </>
  );
}
