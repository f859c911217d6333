import { Link, useParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { formatCountry, formatUtcDate } from '#lib/format.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordLoader } from '#ui/records/RecordLoader.tsx';
import type { CalculationWire } from '../wire/calculations/calculation-results.ts';
import { useShared } from './queries.ts';
import { ResultView } from './result/ResultView.tsx';

const OwnLink = () => (
  <ButtonLink asChild>
    <Link to="/dashboard/customs">Calculate your own</Link>
  </ButtonLink>
);

const SharedView = ({ calculation }: { calculation: CalculationWire }) => {
  const { title, rule_set: rules, destination_country: country, calculation_date } = calculation;
  return (
    <>
      <PageHeader
        title={title || rules.title}
        description={`${formatCountry(country)}, as of ${formatUtcDate(calculation_date)}. This calculation was shared with you.`}
        action={<OwnLink />}
      />
      <ResultView calculation={calculation} />
    </>
  );
};

const withdrawn = (
  <EmptyState title="This link shows nothing" action={<OwnLink />}>
    Its owner withdrew it, or the address is not complete. Ask for a new one.
  </EmptyState>
);

/** A shared calculation, for anyone with the link. */
export default function SharedScreen() {
  const { token = '' } = useParams();
  const shared = useShared(token);
  return (
    <>
      <title>{`Shared calculation · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <div className="mx-auto max-w-page px-gutter py-12">
        <RecordLoader
          key={token}
          what="calculation"
          height="h-192"
          result={shared}
          missing={withdrawn}
        >
          {(calculation) => <SharedView calculation={calculation} />}
        </RecordLoader>
      </div>
    </>
  );
}
