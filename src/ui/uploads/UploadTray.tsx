import { CircleAlert, Paperclip, X } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { formatBytes } from '#lib/format.ts';
import { Button } from '../Button.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import type { Upload, Uploads } from './use-uploads.ts';

type AttachButtonProps = { uploads: Uploads; onPick: (files: readonly File[]) => void };

export function AttachButton({ uploads, onPick }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    // So that the same file can be picked again.
    target.value = '';
    onPick(files);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to attach"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <Button
        icon={<Paperclip size={16} aria-hidden />}
        disabled={uploads.isFull}
        onClick={() => input.current?.click()}
      >
        Attach files
      </Button>
    </>
  );
}

type UploadRowProps = { upload: Upload; onRemove: () => void };

const UploadRow = ({ upload: { file, sentBytes, uploaded, error }, onRemove }: UploadRowProps) => (
  <li className="flex items-center gap-3 py-2">
    <div className="min-w-0 flex-1">
      {uploaded || error ? (
        <p className="truncate text-sm">
          {file.name} <span className="text-quiet">{formatBytes(file.size)}</span>
        </p>
      ) : (
        <ProgressBar label={file.name} value={sentBytes} max={file.size} />
      )}
      {error && (
        <p role="alert" className="flex items-center gap-1.5 text-sm text-danger">
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </div>
    <Button
      variant="quiet"
      size="small"
      isIconOnly
      icon={<X size={16} aria-hidden />}
      onClick={onRemove}
    >
      {`Remove ${file.name}`}
    </Button>
  </li>
);

/** The files of a message and the progress of their uploads. */
export const UploadTray = ({ uploads }: { uploads: Uploads }) =>
  uploads.uploads.length > 0 && (
    <ul aria-label="Files of this message" className="divide-y divide-line">
      {uploads.uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onRemove={() => uploads.remove(upload.key)} />
      ))}
    </ul>
  );
