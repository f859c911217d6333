// Downloads go on while the person opens other screens: what is running belongs to the tab.
import { useSyncExternalStore } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatBytes } from '#lib/format.ts';
import { saveFile } from './save-file.ts';
import { toast } from './toast.ts';

/** What a call takes to be watched and stopped. */
export type Transfer = { signal: AbortSignal; onDownloadProgress: (receivedBytes: number) => void };
export type LoadFile = (transfer: Transfer) => Promise<Blob>;

/** A shorter download needs no other sign than its button. */
const slowMs = 1000;
/** How often its size is shown. */
const updateEveryMs = 500;

let toSavedName = (fileName: string): string => fileName;

/** For test mode, whose code public pages do not load. */
export function setSavedNames(change: typeof toSavedName): void {
  toSavedName = change;
}

let running: readonly string[] = [];
const listeners = new Set<() => void>();

function setRunning(next: readonly string[]) {
  running = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useIsDownloading = (fileName: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running.includes(fileName),
    () => false,
  );

/** The notice of a slow download, with how much of it has come and its cancellation. */
function showWhenSlow(fileName: string, onCancel: () => void) {
  let id: number | undefined;
  let receivedBytes = 0;
  let updatedAtMs = 0;
  const describe = () =>
    `Loading ${fileName}${receivedBytes > 0 ? `: ${formatBytes(receivedBytes)}` : ''}`;
  const action = { label: 'Cancel', altText: `Cancel ${fileName}`, onSelect: onCancel };
  const timer = setTimeout(() => {
    id = toast.info(describe(), { action, durationMs: Number.POSITIVE_INFINITY });
  }, slowMs);
  return {
    progress(bytes: number) {
      receivedBytes = bytes;
      if (id === undefined || performance.now() - updatedAtMs < updateEveryMs) return;
      updatedAtMs = performance.now();
      toast.update(id, describe());
    },
    /** Whether it was shown. */
    end(): boolean {
      clearTimeout(timer);
      if (id !== undefined) toast.dismiss(id);
      return id !== undefined;
    },
  };
}

/** Loads a file and saves it; a failure is shown. One that is being loaded is not loaded again. */
export async function download(fileName: string, load: LoadFile): Promise<void> {
  if (running.includes(fileName)) return;
  setRunning([...running, fileName]);
  const stopping = new AbortController();
  const notice = showWhenSlow(fileName, () => stopping.abort());
  try {
    const { signal } = stopping;
    const content = await load({ signal, onDownloadProgress: notice.progress });
    if (signal.aborted) return;
    const savedName = toSavedName(fileName);
    saveFile(content, savedName);
    if (notice.end()) toast.success(`${savedName} is saved.`);
  } catch (error) {
    if (!stopping.signal.aborted) toast.error(`The file didn't load. ${errorMessage(error)}`);
  } finally {
    notice.end();
    setRunning(running.filter((one) => one !== fileName));
  }
}
