import { useState } from 'react';
import { useParams } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatNumber, formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionDetailsWire } from '../../../wire/tariffs/tariff-versions.ts';
import { useApproveTariff, usePublishTariff, useTariffVersion } from './queries.ts';
import { TariffsDifference } from './TariffsDifference.tsx';
import { tariffActionLabels, tariffBadges } from './tariff-version.labels.ts';

type VersionProps = { version: TariffVersionDetailsWire };

/** The next of the two steps, if the viewer may do it. */
function Steps({ version }: VersionProps) {
  const { id: viewerId, may } = useViewer();
  const [isOpen, setOpen] = useState(false);
  const approve = useApproveTariff(version.id);
  const publish = usePublishTariff(version.id);
  const { approved_by: approvedBy } = version;
  if (version.status !== 'imported' || !may('rules.write') || approvedBy?.id === viewerId)
    return null;
  const label = approvedBy ? 'Publish' : 'Approve';
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`${label} version ${version.id}?`}
        description={
          approvedBy
            ? `Searches and calculations use it from ${formatUtcDate(version.effective_from)} on. It can't be undone, only replaced by a later version.`
            : 'You confirm that the file is the official one and that its changes are right. Another person can then publish it.'
        }
        confirmLabel={label}
        tone="primary"
        onConfirm={async () => {
          await (approvedBy ? publish : approve).mutateAsync();
          toast.success(approvedBy ? 'Published. It is in use.' : 'Approved.');
        }}
      />
    </>
  );
}

const Facts = ({ version }: VersionProps) => (
  <Panel title="About">
    <DescriptionList
      items={[
        { term: 'Place', description: version.jurisdiction },
        { term: 'Applies from', description: formatUtcDate(version.effective_from) },
        {
          term: 'File',
          description: `${version.file_name}, of ${formatUtcDate(version.file_date)}`,
        },
        { term: 'Publisher', description: version.publisher },
        { term: 'Licence', description: version.licence },
        { term: 'Codes', description: formatNumber(version.codes) },
        ...Object.entries(version.measures_by_kind).map(([kind, count]) => ({
          term: kind.replaceAll('_', ' '),
          description: formatNumber(count),
        })),
        {
          term: 'Digest',
          description: <code title={version.sha256}>{version.sha256.slice(0, 16)}</code>,
        },
      ]}
    />
  </Panel>
);

const Events = ({ version: { events } }: VersionProps) => (
  <Panel title="What was done" isFlush>
    <ol className="divide-y divide-line">
      {events.map(({ action, by, note, at }) => (
        <li key={`${at} ${action}`} className="px-5 py-3 text-sm">
          <p>
            <span className="font-medium">{tariffActionLabels[action]}</span>{' '}
            {by && <span className="wrap-anywhere">by {by.email}, </span>}
            <RelativeTime value={at} className="text-quiet" />
          </p>
          {note && <p className="mt-1 text-quiet wrap-anywhere">{note}</p>}
        </li>
      ))}
    </ol>
  </Panel>
);

const Problems = ({ version: { problem_lines: lines, problems } }: VersionProps) =>
  problems > 0 && (
    <Panel
      title="Lines that could not be read"
      description={
        problems > lines.length
          ? `The first ${lines.length} of ${formatNumber(problems)}`
          : undefined
      }
    >
      <ul className="text-sm">
        {lines.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="wrap-anywhere">
            {line}: {message}
          </li>
        ))}
      </ul>
    </Panel>
  );

function Version({ version }: VersionProps) {
  const { id } = useViewer();
  const badge = tariffBadges[version.status];
  return (
    <>
      <PageHeader
        title={version.title}
        back={{ to: '/admin/customs-tariffs', label: 'Customs tariffs' }}
        status={<Badge tone={badge.tone}>{badge.label}</Badge>}
        action={<Steps version={version} />}
      />
      {version.status === 'imported' && version.approved_by?.id === id && (
        <Banner tone="info" title="Waits for a second person" className="mt-6">
          You approved it, so another person publishes it.
        </Banner>
      )}
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <TariffsDifference id={version.id} />
          <Problems version={version} />
        </div>
        <div className="grid gap-6">
          <Facts version={version} />
          <Events version={version} />
        </div>
      </div>
    </>
  );
}

/** One imported tariff: what it changes, and the steps to its use. */
export default function TariffsVersion() {
  const { id = '' } = useParams();
  const found = useTariffVersion(id);
  return (
    <RecordScreen
      what="version"
      result={found}
      tabTitle={found.data?.title ?? 'Tariff'}
      list={{ to: '/admin/customs-tariffs', label: 'Open customs tariffs' }}
      hint="The address may be wrong."
    >
      {(version) => <Version version={version} />}
    </RecordScreen>
  );
}
