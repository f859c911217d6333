import { useState } from 'react';
import { useParams } from 'react-router';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { useViewer } from '#client/viewer.ts';
import { formatUtcDate, noValue } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { toast } from '#ui/toast.ts';
import type { RuleSetVersionDetailsWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import { DifferencePanel } from './DifferencePanel.tsx';
import { useChangeDraft, useVersion } from './queries.ts';
import { RulesEditor } from './RulesEditor.tsx';
import { writeRules } from './rules-text.ts';
import { ValidationPanel } from './ValidationPanel.tsx';
import { VersionSteps } from './VersionSteps.tsx';
import {
  actionLabels,
  formatEffectivePeriod,
  listAuthors,
  statusBadges,
} from './version.labels.ts';

type VersionProps = { version: RuleSetVersionDetailsWire };

const Facts = ({ version }: VersionProps) => (
  <Panel title="About">
    <DescriptionList
      items={[
        { term: 'Set', description: `${version.set_id}, version ${version.version}` },
        { term: 'Holds', description: formatEffectivePeriod(version) },
        { term: 'Review by', description: formatUtcDate(version.review_by) },
        { term: 'Brought by', description: version.drafted_by?.email ?? 'A deployment' },
        { term: 'Reviewed by', description: version.reviewed_by?.email ?? noValue },
        {
          term: 'Digest',
          description: <code title={version.digest}>{version.digest.slice(0, 16)}</code>,
        },
      ]}
    />
  </Panel>
);

const Events = ({ version: { events } }: VersionProps) => (
  <Panel title="What was done" isFlush>
    {events.length === 0 ? (
      <p className="p-5 text-sm text-quiet">It came with a deployment.</p>
    ) : (
      <ol className="divide-y divide-line">
        {events.map(({ action, by, note, at }) => (
          <li key={`${at} ${action}`} className="px-5 py-3 text-sm">
            <p>
              <span className="font-medium">{actionLabels[action]}</span>{' '}
              <span className="wrap-anywhere">by {by?.email ?? 'a deployment'}</span>,{' '}
              <RelativeTime value={at} className="text-quiet" />
            </p>
            {note && <p className="mt-1 text-quiet wrap-anywhere">{note}</p>}
          </li>
        ))}
      </ol>
    )}
  </Panel>
);

type Typed = { typed: string | undefined; onType: (text: string | undefined) => void };

function Rules({ version, typed, onType }: VersionProps & Typed) {
  const { may } = useViewer();
  const change = useChangeDraft(version.id);
  const text = writeRules(version.rules);
  if (version.status === 'draft' && may('rules.write'))
    return (
      <RulesEditor
        key={version.digest}
        text={typed ?? text}
        saveLabel="Save changes"
        onType={(next) => onType(next === text ? undefined : next)}
        onSave={async (body) => {
          await change.mutateAsync(body);
          onType(undefined);
          toast.success('Draft changed');
        }}
      />
    );
  return (
    <>
      <CopyButton value={text} label="Copy rules" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <pre tabIndex={0} className="mt-3 max-h-[60svh] overflow-auto border border-line p-4 text-sm">
        {text}
      </pre>
    </>
  );
}

function Version({ version }: VersionProps) {
  const { id, may } = useViewer();
  // Kept here, because switching to another tab unmounts the editor.
  const [typed, onType] = useState<string>();
  const guard = useLeaveGuard(typed !== undefined);
  const editor = <Rules version={version} typed={typed} onType={onType} />;
  const rules = { value: 'rules', label: 'Rules', content: editor };
  const proofs = [
    { value: 'checks', label: 'Checks', content: <ValidationPanel version={version} /> },
    { value: 'diff', label: 'Changes', content: <DifferencePanel version={version} /> },
  ];
  const badge = statusBadges[version.status];
  return (
    <>
      <LeaveDialog guard={guard}>The rules that you typed are not saved.</LeaveDialog>
      <PageHeader
        title={version.title}
        back={{ to: '/admin/rule-sets', label: 'Customs rules' }}
        status={<Badge tone={badge.tone}>{badge.label}</Badge>}
        action={<VersionSteps version={version} />}
      />
      {version.status === 'draft' && listAuthors(version).includes(id) && (
        <Banner tone="info" title="Waits for a second person" className="mt-6">
          You wrote some of it, so another person has to review it.
        </Banner>
      )}
      {version.status === 'draft' && may('rules.write') && !listAuthors(version).includes(id) && (
        <Banner tone="info" title="Waits for your review" className="mt-6">
          Compare its rates with its sources. Approving says that they are correct, and lets it be
          published.
        </Banner>
      )}
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Tabs label="Version" items={may('rules.write') ? [...proofs, rules] : [rules]} />
        <div className="grid gap-6">
          <Facts version={version} />
          <Events version={version} />
        </div>
      </div>
    </>
  );
}

export default function RuleSetScreen() {
  const { id = '' } = useParams();
  const found = useVersion(id);
  return (
    <RecordScreen
      what="version"
      result={found}
      tabTitle={found.data?.title ?? 'Rules'}
      list={{ to: '/admin/rule-sets', label: 'Open customs rules' }}
      hint="The address may be wrong."
    >
      {(version) => <Version version={version} />}
    </RecordScreen>
  );
}
