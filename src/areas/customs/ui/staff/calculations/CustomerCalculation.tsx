import { useParams, useSearchParams } from 'react-router';
import { useCall } from '#client/use-call.ts';
import { formatCountry, formatUtcDate } from '#lib/format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { CalculationWire } from '../../../wire/calculations/calculation-results.ts';
import { readCustomerCalculation } from '../../../wire/index.ts';
import { ResultView } from '../../result/ResultView.tsx';

const useCustomerCalculation = (id: string) =>
  useCall(['staff', 'calculations', id], readCustomerCalculation, { params: { id } });

const formatName = ({ title, rule_set: rules }: CalculationWire) => title || rules.title;

const View = ({ calculation }: { calculation: CalculationWire }) => {
  const { destination_country: country, calculation_date: date } = calculation;
  const user = useSearchParams()[0].get('user');
  return (
    <>
      <PageHeader
        title={formatName(calculation)}
        description={`${formatCountry(country)}, as of ${formatUtcDate(date)}`}
        back={
          user
            ? { to: `/admin/users/${user}`, label: 'Customer' }
            : { to: '/admin/users', label: 'Users' }
        }
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
  return (
    <RecordScreen
      what="calculation"
      height="h-192"
      result={found}
      tabTitle={name}
      list={{ to: '/admin/users', label: 'Open users' }}
      hint="The address may be wrong, or the calculation was deleted."
    >
      {(calculation) => <View calculation={calculation} />}
    </RecordScreen>
  );
}
