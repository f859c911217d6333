import { Link, useParams } from 'react-router';
import { CallError, messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { CalculationWire } from '../calculation-schema.ts';
import { sayCountry, sayDay } from './customs-words.ts';
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
        description={`${sayCountry(country)}, as of ${sayDay(calculation_date)}. Somebody shares this calculation with you.`}
        action={<OwnLink />}
      />
      <ResultView calculation={calculation} />
    </>
  );
};

function Content({ token }: { token: string }) {
  const query = useShared(token);
  if (query.isPending)
    return (
      <div aria-busy="true" className="grid gap-6">
        <span className="sr-only">Loading the calculation</span>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-192 w-full" />
      </div>
    );
  if (query.data) return <SharedView calculation={query.data} />;
  if (query.error instanceof CallError && query.error.status === 404)
    return (
      <EmptyState title="This link shows nothing" action={<OwnLink />}>
        Its owner withdrew it, or the address is not complete. Ask for a new one.
      </EmptyState>
    );
  return (
    <LoadError
      message={messageOf(query.error)}
      onRetry={() => query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

/** A calculation for whoever has its link, signed in or not. */
export default function SharedScreen() {
  const { token = '' } = useParams();
  return (
    <>
      <title>{`Shared calculation · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <div className="mx-auto max-w-page px-gutter py-12">
        <Content key={token} token={token} />
      </div>
    </>
  );
}
