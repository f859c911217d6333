// Files on their way to a message: each is uploaded as soon as it is picked.
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { TicketAttachmentWire } from '../contract.ts';
import { attachmentBytesMax, attachmentsMax } from '../ticket-words.ts';
import { sendFile } from './queries.ts';

export type Upload = {
  key: string;
  file: File;
  sentBytes: number;
  /** Neither: on its way. */
  kept?: TicketAttachmentWire;
  error?: string;
};

const tooLarge = 'Larger than 10 MB.';
export const uploadFailed = 'Remove the file that did not upload, or attach it again.';

type Sending = { controller: AbortController; done: Promise<void> };

export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  /** As it is now: who waits for the uploads must not see what was shown when the waiting began. */
  const latest = useRef(uploads);
  const running = useRef(new Map<string, Sending>());
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
      const kept = await sendFile(file, (sentBytes) => set(key, { sentBytes }), signal);
      set(key, { kept });
    } catch (error) {
      if (!signal.aborted) set(key, { error: messageOf(error) });
    }
    running.current.delete(key);
  }

  /** Returns how many were left out because there is no more room. */
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

  /** The files of the message once all are there; null when one of them failed. */
  async function settle(): Promise<TicketAttachmentWire[] | null> {
    await Promise.all([...running.current.values()].map(({ done }) => done));
    if (latest.current.some(({ error }) => error !== undefined)) return null;
    return latest.current.flatMap(({ kept }) => kept ?? []);
  }

  const hasFailed = uploads.some(({ error }) => error !== undefined);
  return { uploads, hasFailed, add, remove, settle, clear: () => update(() => []) };
}
export type Uploads = ReturnType<typeof useUploads>;
