import { AttachButton, UploadTray } from '#ui/uploads/UploadTray.tsx';
import type { Uploads } from '#ui/uploads/use-uploads.ts';
import { leadFileBytesMax, leadFilesMax } from '../wire/leads.constants.ts';

type InquiryFilesProps = { uploads: Uploads; onPick: (files: readonly File[]) => void };

const megabytes = leadFileBytesMax / 1024 / 1024;

/** Files are uploaded as soon as they are chosen; those that are not sent expire. */
export const InquiryFiles = ({ uploads, onPick }: InquiryFilesProps) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <AttachButton uploads={uploads} onPick={onPick} />
      <p className="min-w-0 flex-1 basis-60 text-sm text-quiet">
        Or drop them here. Up to {leadFilesMax} files of {megabytes} MB: images, PDF, office
        documents, text, ZIP.
      </p>
    </div>
    <UploadTray uploads={uploads} />
  </div>
);
