// Files for a message, uploaded as soon as they are picked.
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import type { TicketAttachmentWire } from '../../wire/index.ts';
import { attachmentBytesMax, attachmentsMax } from '../../wire/tickets.constants.ts';
import { uploadFile } from '../queries.ts';

export type Upload = {
  key: string;
  file: File;
  sentBytes: number;
  /** Without it and without an error, the upload is running. */
  attachment?: TicketAttachmentWire;
  error?: string;
};

const tooLarge = 'Larger than 10 MB.';
export const uploadFailed = 'Remove the file that did not upload, or attach it again.';

type RunningUpload = { controller: AbortController; done: Promise<void> };

export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  /** The current state for `settle`, whose closure has the state from when it was called. */
  const latest = useRef(uploads);
  const running = useRef(new Map<string, RunningUpload>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { controller } of all.values()) controller.abort();
    };
  }, []);

  function update(change: (all: readonly Upload[]) => readonly Upload[]) {
    latest.current = change(latest.current);
    setUploads(latest.current);
  }
  const set = (key: string, changes: Partial<Upload>) =>
    update((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  async function send(key: string, file: File, { signal }: AbortController) {
    try {
      const attachment = await uploadFile(file, (sentBytes) => set(key, { sentBytes }), signal);
      set(key, { attachment });
    } catch (error) {
      if (!signal.aborted) set(key, { error: errorMessage(error) });
    }
    running.current.delete(key);
  }

  /** Returns how many files were beyond the limit. */
  function add(files: readonly File[]): number {
    const room = Math.max(0, attachmentsMax - latest.current.length);
    for (const file of files.slice(0, room)) {
      const key = crypto.randomUUID();
      const isTooLarge = file.size > attachmentBytesMax;
      const one = { key, file, sentBytes: 0, ...(isTooLarge && { error: tooLarge }) };
      update((all) => [...all, one]);
      if (isTooLarge) continue;
      const controller = new AbortController();
      running.current.set(key, { controller, done: send(key, file, controller) });
    }
    return Math.max(0, files.length - room);
  }

  function remove(key: string) {
    running.current.get(key)?.controller.abort();
    update((all) => all.filter((one) => one.key !== key));
  }

  /** Waits for all uploads; null when one of them failed. */
  async function settle(): Promise<TicketAttachmentWire[] | null> {
    await Promise.all([...running.current.values()].map(({ done }) => done));
    if (latest.current.some(({ error }) => error !== undefined)) return null;
    return latest.current.flatMap(({ attachment }) => attachment ?? []);
  }

  const hasFailed = uploads.some(({ error }) => error !== undefined);
  return { uploads, hasFailed, add, remove, settle, clear: () => update(() => []) };
}
export type Uploads = ReturnType<typeof useUploads>;
