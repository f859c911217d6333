import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { call } from '#client/api.ts';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
import type { CalculationWire } from '../../calculation-schema.ts';
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

const nameOf = ({ title, rule_set: rules }: CalculationWire) => title || rules.title;

const View = ({ calculation }: { calculation: CalculationWire }) => {
  const { destination_country: country, calculation_date: date } = calculation;
  return (
    <>
      <PageHeader
        title={nameOf(calculation)}
        description={`${sayCountry(country)}, as of ${sayDay(date)}`}
        back={<Back />}
      />
      <ResultView calculation={calculation} />
    </>
  );
};

/** A customer's calculation as they see it; nothing of it can be changed here. */
export default function CustomerCalculation() {
  const { id = '' } = useParams();
  const found = useCalculationOf(id);
  const name = found.data ? nameOf(found.data) : `Calculation ${id}`;
  const missing = (
    <NoRecord what="calculation" to="/admin/users" open="Open users">
      The address may be wrong, or the calculation was deleted.
    </NoRecord>
  );
  return (
    <>
      <title>{`${name} · ${site.name}`}</title>
      <OneRecord what="calculation" height="h-192" result={found} missing={missing}>
        {(calculation) => <View calculation={calculation} />}
      </OneRecord>
    </>
  );
}
