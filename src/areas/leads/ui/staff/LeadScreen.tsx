import { useParams } from 'react-router';
import { formatBytes } from '#lib/format.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { LeadFileWire } from '../../wire/lead-files.ts';
import type { LeadWire } from '../../wire/leads.ts';
import type { LeadReplyWire } from '../../wire/staff-leads.ts';
import { LeadFacts } from './LeadFacts.tsx';
import { LeadReply } from './LeadReply.tsx';
import { LeadStatusBadge } from './LeadStatusBadge.tsx';
import { LeadStatusMenu } from './LeadStatusMenu.tsx';
import { LeadTracking } from './LeadTracking.tsx';
import { loadLeadFile, useLead } from './queries.ts';
import { ReplyDeadline } from './ReplyDeadline.tsx';

type LeadFilesProps = { leadId: number; files: readonly LeadFileWire[] };

/** What the sender attached. */
const LeadFiles = ({ leadId, files }: LeadFilesProps) => (
  <Panel title="Files" isFlush>
    <ul className="divide-y divide-line">
      {files.map(({ id, name, size }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 px-5 py-3 text-sm text-quiet">
          <DownloadButton size="small" load={() => loadLeadFile(leadId, id)} fileName={name}>
            {name}
          </DownloadButton>
          {formatBytes(size)}
        </li>
      ))}
    </ul>
  </Panel>
);

const Replies = ({ replies }: { replies: readonly LeadReplyWire[] }) => (
  <Panel title="Sent replies" isFlush>
    <ul className="divide-y divide-line">
      {replies.map((reply) => (
        <li key={reply.id} className="px-5 py-4">
          <p className="text-sm text-quiet">
            {reply.by ?? 'Deleted account'}, <RelativeTime value={reply.created_at} />
          </p>
          <p className="mt-1 font-medium">{reply.subject}</p>
          <p className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere">{reply.body}</p>
        </li>
      ))}
    </ul>
  </Panel>
);

type RecordProps = {
  lead: LeadWire;
  files: readonly LeadFileWire[];
  replies: readonly LeadReplyWire[];
};

const Record = ({ lead, files, replies }: RecordProps) => (
  <>
    <PageHeader
      title={lead.name}
      back={{ to: '/admin/leads', label: 'Leads' }}
      status={
        <>
          <LeadStatusBadge lead={lead} />
          <ReplyDeadline lead={lead} />
        </>
      }
      action={<LeadStatusMenu lead={lead} label="Change status" />}
    />
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid gap-6">
        <Panel title={lead.subject || 'Message'}>
          <p className="max-w-measure whitespace-pre-wrap wrap-anywhere">{lead.message}</p>
        </Panel>
        {files.length > 0 && <LeadFiles leadId={lead.id} files={files} />}
        {replies.length > 0 && <Replies replies={replies} />}
        {!lead.is_spam && <LeadReply key={replies.length} lead={lead} />}
      </div>
      <div className="grid gap-6">
        {/* Notes in progress survive other changes of the lead, such as its status. */}
        <LeadTracking
          key={JSON.stringify([lead.assigned_to, lead.admin_notes, lead.is_spam])}
          lead={lead}
        />
        <LeadFacts lead={lead} />
      </div>
    </div>
  </>
);

export default function LeadScreen() {
  const { id = '' } = useParams();
  const found = useLead(id);
  return (
    <RecordScreen
      what="lead"
      result={found}
      tabTitle={found.data?.lead.name ?? 'Lead'}
      list={{ to: '/admin/leads', label: 'Open leads' }}
      hint="The address may be wrong, or the lead was deleted."
    >
      {(record) => <Record key={record.lead.id} {...record} />}
    </RecordScreen>
  );
}
