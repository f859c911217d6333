import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { call } from '#client/api.ts';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { readCalculationOf } from '../../contract.ts';
import { sayCountry, sayDay } from '../customs-words.ts';
import { ResultView } from '../result/ResultView.tsx';

const useCalculationOf = (id: string) =>
  useQuery({
    queryKey: ['staff', 'calculations', id],
    queryFn: ({ signal }) => call(readCalculationOf, { params: { id } }, { signal }),
  });

function Back() {
  const [address] = useSearchParams();
  const user = address.get('user');
  return (
    <Link to={user ? `/admin/users/${user}` : '/admin/users'} className="link">
      {user ? 'Customer' : 'Users'}
    </Link>
  );
}

/** A customer's calculation as they see it; nothing of it can be changed here. */
export default function CustomerCalculation() {
  const { id = '' } = useParams();
  const { data, error, isPending, isFetching, refetch } = useCalculationOf(id);
  const title = data ? data.title || data.rule_set.title : `Calculation ${id}`;
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <PageHeader
        title={title}
        description={
          data && `${sayCountry(data.destination_country)}, as of ${sayDay(data.calculation_date)}`
        }
        back={<Back />}
      />
      {isPending && <Skeleton className="mt-6 h-192 w-full" />}
      {error && !data && (
        <div className="mt-6">
          <LoadError message={messageOf(error)} onRetry={refetch} isRetrying={isFetching} />
        </div>
      )}
      {data && <ResultView calculation={data} />}
    </>
  );
}
