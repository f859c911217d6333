import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { CallError, messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
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

const missing = (
  <NoRecord what="calculation" to="/dashboard/customs" open="Open customs">
    It may be deleted, or belong to another account. Runs that were not saved go after 90 days.
  </NoRecord>
);
const frame = { what: 'calculation', height: 'h-192', missing };

function OfKind({ kind, id }: { kind: FactKind; id: string }) {
  return (
    <OneRecord {...frame} result={useCalculation(kind, id)}>
      {(calculation) => <Kept kind={kind} calculation={calculation} />}
    </OneRecord>
  );
}

/** Both kinds share their numbers: whoever knows the number alone is led to the one that has it. */
function OfAnyKind({ id }: { id: string }) {
  const vehicle = useCalculation('vehicle', id);
  const goods = useCalculation('goods', id);
  const isGoods = vehicle.error instanceof CallError && vehicle.error.status === 404;
  return (
    <OneRecord {...frame} result={isGoods ? goods : vehicle}>
      {() => <Navigate to={`/dashboard/customs/${isGoods ? 'goods' : 'vehicle'}/${id}`} replace />}
    </OneRecord>
  );
}

/** One calculation as it was kept: its lines, its facts, and what can be done with it. */
export default function CalculationScreen() {
  const { kind = '', id = '' } = useParams();
  return (
    <>
      <title>{`Calculation · ${site.name}`}</title>
      {kind === 'vehicle' || kind === 'goods' ? (
        <OfKind key={`${kind} ${id}`} kind={kind} id={id} />
      ) : kind === 'calculation' ? (
        <OfAnyKind key={id} id={id} />
      ) : (
        missing
      )}
    </>
  );
}
