// Files for a message, uploaded as soon as they are picked.
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';

export type Upload<Uploaded = unknown> = {
  key: string;
  file: File;
  sentBytes: number;
  /** What the server returned. Without it and without an error, the upload is running. */
  uploaded?: Uploaded;
  error?: string;
};

export type UploadOptions<Uploaded> = {
  filesMax: number;
  bytesMax: number;
  send: (
    file: File,
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<Uploaded>;
};

const mebibyte = 1_048_576;
export const uploadFailed = 'Remove the file that did not upload, or attach it again.';

type RunningUpload = { controller: AbortController; done: Promise<void> };

export function useUploads<Uploaded>({ filesMax, bytesMax, send }: UploadOptions<Uploaded>) {
  type All = readonly Upload<Uploaded>[];
  const [uploads, setUploads] = useState<All>([]);
  /** The current state for `settle`, whose closure has the state from when it was called. */
  const latest = useRef(uploads);
  const running = useRef(new Map<string, RunningUpload>());
  const added = useRef(0);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { controller } of all.values()) controller.abort();
    };
  }, []);

  function update(change: (all: All) => All) {
    latest.current = change(latest.current);
    setUploads(latest.current);
  }
  const set = (key: string, changes: Partial<Upload<Uploaded>>) =>
    update((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  async function start(key: string, file: File, { signal }: AbortController) {
    try {
      const uploaded = await send(file, (sentBytes) => set(key, { sentBytes }), signal);
      set(key, { uploaded });
    } catch (error) {
      if (!signal.aborted) set(key, { error: errorMessage(error) });
    }
    running.current.delete(key);
  }

  /** Returns how many files were beyond the limit. */
  function add(files: readonly File[]): number {
    const room = Math.max(0, filesMax - latest.current.length);
    for (const file of files.slice(0, room)) {
      const key = `upload-${++added.current}`;
      const isTooLarge = file.size > bytesMax;
      const error = `Larger than ${Math.floor(bytesMax / mebibyte)} MB.`;
      const one = { key, file, sentBytes: 0, ...(isTooLarge && { error }) };
      update((all) => [...all, one]);
      if (isTooLarge) continue;
      const controller = new AbortController();
      running.current.set(key, { controller, done: start(key, file, controller) });
    }
    return Math.max(0, files.length - room);
  }

  function remove(key: string) {
    running.current.get(key)?.controller.abort();
    update((all) => all.filter((one) => one.key !== key));
  }

  /** Waits for all uploads; null when one of them failed. */
  async function settle(): Promise<Uploaded[] | null> {
    await Promise.all([...running.current.values()].map(({ done }) => done));
    if (latest.current.some(({ error }) => error !== undefined)) return null;
    return latest.current.flatMap(({ uploaded }) => uploaded ?? []);
  }

  const hasFailed = uploads.some(({ error }) => error !== undefined);
  const isFull = uploads.length >= filesMax;
  return { uploads, hasFailed, isFull, add, remove, settle, clear: () => update(() => []) };
}
export type Uploads<Uploaded = unknown> = ReturnType<typeof useUploads<Uploaded>>;
