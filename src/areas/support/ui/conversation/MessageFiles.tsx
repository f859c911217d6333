import { FileText } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '#lib/format.ts';
import type { TicketAttachmentWire } from '../../wire/index.ts';

/** The signed URL changes with every response; a loaded image keeps its first one. */
function Picture({ file }: { file: TicketAttachmentWire }) {
  const [src, setSrc] = useState(file.url);
  return (
    <a href={file.url} target="_blank" rel="noopener noreferrer" className="block w-fit">
      <img
        src={src}
        alt={file.name}
        loading="lazy"
        onError={() => setSrc(file.url)}
        className="max-h-64 min-h-12 min-w-12 max-w-full border border-line object-contain surface-sunken"
      />
    </a>
  );
}

const FileLink = ({ file }: { file: TicketAttachmentWire }) => (
  <a
    href={file.url}
    download={file.name}
    className="inline-flex min-h-9 max-w-full items-center gap-2 border border-control px-3 text-sm hover:border-quiet"
  >
    <FileText size={16} aria-hidden className="shrink-0" />
    <span className="truncate">{file.name}</span>
    <span className="whitespace-nowrap text-quiet">{formatBytes(file.size)}</span>
  </a>
);

export function MessageFiles({ files }: { files: readonly TicketAttachmentWire[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attached files" className="mt-3 flex flex-wrap gap-3">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          {file.is_image ? <Picture file={file} /> : <FileLink file={file} />}
        </li>
      ))}
    </ul>
  );
}
