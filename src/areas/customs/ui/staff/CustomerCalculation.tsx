import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { call } from '#client/api.ts';
import site from '#content/site.json' with { type: 'json' };
import { formatCountry, formatUtcDate } from '#lib/format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordLoader } from '#ui/records/RecordLoader.tsx';
import { RecordNotFound } from '#ui/records/RecordNotFound.tsx';
import type { CalculationWire } from '../../wire/calculation-results.ts';
import { readCustomerCalculation } from '../../wire/index.ts';
import { ResultView } from '../result/ResultView.tsx';

const useCustomerCalculation = (id: string) =>
  useQuery({
    queryKey: ['staff', 'calculations', id],
    queryFn: ({ signal }) => call(readCustomerCalculation, { params: { id } }, { signal }),
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

const formatName = ({ title, rule_set: rules }: CalculationWire) => title || rules.title;

const View = ({ calculation }: { calculation: CalculationWire }) => {
  const { destination_country: country, calculation_date: date } = calculation;
  return (
    <>
      <PageHeader
        title={formatName(calculation)}
        description={`${formatCountry(country)}, as of ${formatUtcDate(date)}`}
        back={<Back />}
      />
      <ResultView calculation={calculation} />
    </>
  );
};

/** A customer's calculation, read-only. */
export default function CustomerCalculation() {
  const { id = '' } = useParams();
  const found = useCustomerCalculation(id);
  const name = found.data ? formatName(found.data) : `Calculation ${id}`;
  const missing = (
    <RecordNotFound what="calculation" to="/admin/users" linkLabel="Open users">
      The address may be wrong, or the calculation was deleted.
    </RecordNotFound>
  );
  return (
    <>
      <title>{`${name} · ${site.name}`}</title>
      <RecordLoader what="calculation" height="h-192" result={found} missing={missing}>
        {(calculation) => <View calculation={calculation} />}
      </RecordLoader>
    </>
  );
}
