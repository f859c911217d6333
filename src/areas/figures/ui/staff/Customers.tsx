import { Cohorts } from './Cohorts.tsx';
import { FigureFrame } from './FigureFrame.tsx';
import { Funnel } from './Funnel.tsx';
import { useFigurePeriod } from './figure-period.ts';
import { useCohorts } from './queries.ts';
import { Trials } from './Trials.tsx';

/** From the sign-up to paying, and who keeps paying. */
export default function Customers() {
  const period = useFigurePeriod();
  const cohorts = useCohorts({ ...period.query, currency: period.currency });
  return (
    <FigureFrame
      title="Customers"
      description="Who signs up, who pays, and who goes on paying. Months are in UTC."
      fields={{ period, currencies: cohorts.data?.currencies }}
    >
      <Funnel query={period.query} />
      <Trials query={period.query} />
      <Cohorts query={{ ...period.query, currency: period.currency }} cohorts={cohorts} />
    </FigureFrame>
  );
}
