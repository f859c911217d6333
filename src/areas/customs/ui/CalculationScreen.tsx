import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { CallError, messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../calculation-schema.ts';
import type { FactKind } from '../facts.ts';
import { sayCountry, sayDay } from './customs-words.ts';
import { MoreMenu } from './kept/MoreMenu.tsx';
import { NotesPanel } from './kept/NotesPanel.tsx';
import { RunAgain } from './kept/RunAgain.tsx';
import { SharePanel } from './kept/SharePanel.tsx';
import { loadPdf, useCalculation, useKeepRun } from './queries.ts';
import { ResultView } from './result/ResultView.tsx';

const CustomsLink = () => (
  <Link to="/dashboard/customs" className="link">
    Customs
  </Link>
);

type KeptProps = { kind: FactKind; calculation: CalculationWire };

const nameOf = ({ title, rule_set: { title: rules } }: CalculationWire) => title || rules;

/** A run that came by a key's call is forgotten after 90 days unless it is kept. */
function KeepButton({ kind, calculation }: KeptProps) {
  const keep = useKeepRun(kind, calculation.id ?? 0);
  const told = {
    onSuccess: () => toast.success('Calculation saved'),
    onError: (error: unknown) => toast.error(messageOf(error)),
  };
  return (
    <Button
      onClick={() => keep.mutate(undefined, told)}
      isBusy={keep.isPending}
      busyLabel="Saving..."
    >
      Keep it
    </Button>
  );
}

function KeptHeader({ kind, calculation }: KeptProps) {
  const navigate = useNavigate();
  const { destination_country: country, calculation_date: date, is_saved: isSaved } = calculation;
  const id = String(calculation.id);
  return (
    <PageHeader
      title={nameOf(calculation)}
      description={`${sayCountry(country)}, as of ${sayDay(date)}`}
      back={<CustomsLink />}
      status={
        <>
          {calculation.total_is_minimum && <Badge tone="warning">Minimum</Badge>}
          {!isSaved && <Badge>Not saved</Badge>}
          {calculation.share_url && <Badge tone="info">Shared</Badge>}
        </>
      }
      action={
        <>
          {!isSaved && <KeepButton kind={kind} calculation={calculation} />}
          <MoreMenu
            kind={kind}
            calculation={calculation}
            name={nameOf(calculation)}
            onDeleted={() => navigate('/dashboard/customs')}
          />
          <RunAgain kind={kind} calculation={calculation} />
          <DownloadButton
            variant="primary"
            load={() => loadPdf(kind, id)}
            fileName={`customs-${kind}-${id}.pdf`}
          >
            Download PDF
          </DownloadButton>
        </>
      }
    />
  );
}

const Kept = ({ kind, calculation }: KeptProps) => (
  <>
    <KeptHeader kind={kind} calculation={calculation} />
    <ResultView calculation={calculation}>
      <NotesPanel kind={kind} calculation={calculation} />
      <SharePanel kind={kind} calculation={calculation} />
    </ResultView>
  </>
);

const NoCalculation = () => (
  <EmptyState
    title="There is no calculation at this address"
    action={
      <ButtonLink asChild>
        <Link to="/dashboard/customs">Open customs</Link>
      </ButtonLink>
    }
  >
    It may be deleted, or belong to another account. Runs that were not saved go after 90 days.
  </EmptyState>
);

const Loading = () => (
  <div aria-busy="true" className="grid gap-6">
    <span className="sr-only">Loading the calculation</span>
    <Skeleton className="h-10 w-64" />
    <Skeleton className="h-192 w-full" />
  </div>
);

const isMissing = ({ error }: { error: unknown }) =>
  error instanceof CallError && error.status === 404;

const Unread = ({ query }: { query: ReturnType<typeof useCalculation> }) =>
  isMissing(query) ? (
    <NoCalculation />
  ) : (
    <LoadError
      message={messageOf(query.error)}
      onRetry={() => query.refetch()}
      isRetrying={query.isFetching}
    />
  );

function Content({ kind, id }: { kind: FactKind; id: string }) {
  const query = useCalculation(kind, id);
  if (query.isPending) return <Loading />;
  return query.data ? <Kept kind={kind} calculation={query.data} /> : <Unread query={query} />;
}

/** Both kinds share their numbers: whoever knows the number alone is led to the one that has it. */
function OfAnyKind({ id }: { id: string }) {
  const vehicle = useCalculation('vehicle', id);
  const goods = useCalculation('goods', id);
  if (vehicle.data) return <Navigate to={`/dashboard/customs/vehicle/${id}`} replace />;
  if (goods.data) return <Navigate to={`/dashboard/customs/goods/${id}`} replace />;
  if (vehicle.isPending || goods.isPending) return <Loading />;
  return <Unread query={isMissing(vehicle) ? goods : vehicle} />;
}

/** One calculation as it was kept: its lines, its facts, and what can be done with it. */
export default function CalculationScreen() {
  const { kind = '', id = '' } = useParams();
  return (
    <>
      <title>{`Calculation · ${site.name}`}</title>
      {kind === 'vehicle' || kind === 'goods' ? (
        <Content key={`${kind} ${id}`} kind={kind} id={id} />
      ) : kind === 'calculation' ? (
        <OfAnyKind key={id} id={id} />
      ) : (
        <NoCalculation />
      )}
    </>
  );
}
