// A chosen file: read, checked by the server, then started on request.
import { useState } from 'react';
import { rememberWork } from '#client/started-work.ts';
import { errorMessage } from '#lib/call-error.ts';
import { announce } from '#ui/focus/announce.ts';
import { toast } from '#ui/toast.ts';
import { batchBytesMax, fileNameMax } from '../../wire/batches/batches.constants.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { type BatchFile, type BatchPreview, previewBatch, useStartBatch } from './queries.ts';

export type FileStage =
  | { kind: 'empty' }
  | { kind: 'checking'; name: string }
  | { kind: 'refused'; name: string; message: string }
  | { kind: 'checked'; body: BatchFile; preview: BatchPreview; key: string; message?: string };

const tooLarge = 'This file is larger than 8 MiB. Divide it.';

const readAsAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });

async function toBody(kind: ImportKind, file: File): Promise<BatchFile> {
  if (file.size > batchBytesMax) throw new Error(tooLarge);
  if (file.size === 0) throw new Error('The file has no lines.');
  const format = /\.json$/i.test(file.name) ? 'json' : 'csv';
  const file_name = file.name.slice(0, fileNameMax);
  return { kind, format, file_name, file: await readAsAddress(file) };
}

export function useBatchFile(kind: ImportKind) {
  const [stage, setStage] = useState<FileStage>({ kind: 'empty' });
  const starting = useStartBatch();

  async function choose(file: File) {
    const { name } = file;
    setStage({ kind: 'checking', name });
    try {
      const body = await toBody(kind, file);
      const preview = await previewBatch(body);
      setStage({ kind: 'checked', body, preview, key: crypto.randomUUID() });
      announce('The file is checked.');
    } catch (error) {
      setStage({ kind: 'refused', name, message: errorMessage(error) });
    }
  }

  /** A repeated attempt has the same key, so that it cannot start a second batch. */
  async function start() {
    if (stage.kind !== 'checked') return;
    try {
      const { id } = await starting.mutateAsync({ body: stage.body, key: stage.key });
      rememberWork('batch', id);
      toast.success('The file is being calculated');
      setStage({ kind: 'empty' });
    } catch (error) {
      setStage({ ...stage, message: errorMessage(error) });
    }
  }

  return {
    stage,
    choose,
    start,
    isStarting: starting.isPending,
    clear: () => setStage({ kind: 'empty' }),
  };
}
