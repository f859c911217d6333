import { Navigate, useNavigate, useParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { CallError } from '#lib/call-error.ts';
import { formatCountry, formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordLoader } from '#ui/records/RecordLoader.tsx';
import { RecordNotFound } from '#ui/records/RecordNotFound.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { CalculationWire } from '../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../wire/calculations/calculations.constants.ts';
import { loadPdf, useCalculation, useSaveFromHistory } from './queries.ts';
import { ResultView } from './result/ResultView.tsx';
import { MoreMenu } from './saved/MoreMenu.tsx';
import { NotesPanel } from './saved/NotesPanel.tsx';
import { RunAgain } from './saved/RunAgain.tsx';
import { SharePanel } from './saved/SharePanel.tsx';
import { WatchPanel } from './saved/WatchPanel.tsx';

type SavedProps = { kind: ImportKind; calculation: CalculationWire };

const formatName = ({ title, rule_set: { title: rules } }: CalculationWire) => title || rules;

/** Runs made by an API key are deleted after 90 days unless saved. */
function SaveButton({ kind, calculation }: SavedProps) {
  const save = useSaveFromHistory(kind, calculation.id ?? 0);
  const results = resultToasts('calculation');
  const callbacks = {
    onSuccess: () => results.success('Calculation saved'),
    onError: results.fail,
  };
  return (
    <Button
      onClick={() => save.mutate(undefined, callbacks)}
      isBusy={save.isPending}
      busyLabel="Saving..."
    >
      Keep it
    </Button>
  );
}

function SavedHeader({ kind, calculation }: SavedProps) {
  const navigate = useNavigate();
  const { destination_country: country, calculation_date: date, is_saved: isSaved } = calculation;
  const id = String(calculation.id);
  return (
    <PageHeader
      title={formatName(calculation)}
      description={`${formatCountry(country)}, as of ${formatUtcDate(date)}`}
      back={{ to: '/dashboard/customs', label: 'Customs' }}
      status={
        <>
          {calculation.total_is_minimum && (
            <Badge tone="warning">{calculation.status === 'range' ? 'Range' : 'Minimum'}</Badge>
          )}
          {!isSaved && <Badge>Not saved</Badge>}
          {calculation.share_url && <Badge tone="info">Shared</Badge>}
        </>
      }
      action={
        <>
          {!isSaved && <SaveButton kind={kind} calculation={calculation} />}
          <MoreMenu
            kind={kind}
            calculation={calculation}
            name={formatName(calculation)}
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

const SavedCalculation = ({ kind, calculation }: SavedProps) => (
  <>
    <SavedHeader kind={kind} calculation={calculation} />
    <ResultView calculation={calculation}>
      {calculation.is_saved && <WatchPanel kind={kind} calculation={calculation} />}
      <NotesPanel kind={kind} calculation={calculation} />
      <SharePanel kind={kind} calculation={calculation} />
    </ResultView>
  </>
);

const missing = (
  <RecordNotFound what="calculation" to="/dashboard/customs" linkLabel="Open customs">
    It may be deleted, or belong to another account. Runs that are not saved are deleted after 90
    days.
  </RecordNotFound>
);
const frame = { what: 'calculation', height: 'h-192', missing };

function KindScreen({ kind, id }: { kind: ImportKind; id: string }) {
  return (
    <RecordLoader {...frame} result={useCalculation(kind, id)}>
      {(calculation) => <SavedCalculation kind={kind} calculation={calculation} />}
    </RecordLoader>
  );
}

/** Goods and vehicles share one sequence of ids: redirects to the kind that has this one. */
function AnyKindScreen({ id }: { id: string }) {
  const vehicle = useCalculation('vehicle', id);
  const goods = useCalculation('goods', id);
  const isGoods = vehicle.error instanceof CallError && vehicle.error.status === 404;
  return (
    <RecordLoader {...frame} result={isGoods ? goods : vehicle}>
      {() => <Navigate to={`/dashboard/customs/${isGoods ? 'goods' : 'vehicle'}/${id}`} replace />}
    </RecordLoader>
  );
}

/** A stored calculation with its lines, its facts and its actions. */
export default function CalculationScreen() {
  const { kind = '', id = '' } = useParams();
  return (
    <>
      <title>{`Calculation · ${site.name}`}</title>
      {kind === 'vehicle' || kind === 'goods' ? (
        <KindScreen key={`${kind} ${id}`} kind={kind} id={id} />
      ) : kind === 'calculation' ? (
        <AnyKindScreen key={id} id={id} />
      ) : (
        missing
      )}
    </>
  );
}
