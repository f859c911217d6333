import { call } from '#client/api.ts';
import { uploadLeadFile } from '../wire/lead-files.ts';
import { leadFileBytesMax, leadFilesMax } from '../wire/leads.constants.ts';

/** For `useUploads`. */
export const leadUploads = {
  filesMax: leadFilesMax,
  bytesMax: leadFileBytesMax,
  send: (file: File, onUploadProgress: (sentBytes: number) => void, signal: AbortSignal) =>
    call(uploadLeadFile, { files: { file } }, { onUploadProgress, signal, isAnonymous: true }),
};
