import { formatBytes } from '#lib/format.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { LeadFileWire } from '../../wire/lead-files.ts';
import { loadLeadFile } from './queries.ts';

type LeadFilesProps = { leadId: number; files: readonly LeadFileWire[] };

/** What the sender attached. */
export const LeadFiles = ({ leadId, files }: LeadFilesProps) => (
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
