// Reads, uploads and transcribes a recording.
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { announce } from '#ui/focus/announce.ts';
import { resultToasts } from '#ui/toast.ts';
import type { TranscriptionWire } from '../../wire/index.ts';
import { sendRecording, useTranscriptsRefresh } from '../queries.ts';

export type RunningStage =
  | { kind: 'sending'; sentBytes: number; totalBytes: number }
  | { kind: 'listening' };
export type Stage =
  | { kind: 'ready' }
  | RunningStage
  | { kind: 'failed'; message: string }
  | { kind: 'done'; transcription: TranscriptionWire };
export type TranscriptionOptions = {
  language: string;
  model: string;
  store: boolean;
  prompt: string;
  translate: boolean;
  diarize: boolean;
};
export const firstOptions: TranscriptionOptions = {
  language: '',
  model: '',
  store: false,
  prompt: '',
  translate: false,
  diarize: false,
};

const readAsAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });

export function useTranscription(file: File) {
  const [stage, setStage] = useState<Stage>({ kind: 'ready' });
  const running = useRef<{ controller: AbortController; isStored: boolean }>(null);
  const isGone = useRef(false);
  const results = resultToasts(`transcript of ${file.name}`);
  const refresh = useTranscriptsRefresh();
  // Aborting gives up a recording that still waits on the server. One that is to be saved continues
  // without the page.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (!running.current?.isStored) running.current?.controller.abort();
    };
  }, []);

  async function start({ language, model, prompt, ...switches }: TranscriptionOptions) {
    const { store } = switches;
    const leaving = new AbortController();
    running.current = { controller: leaving, isStored: store };
    setStage({ kind: 'sending', sentBytes: 0, totalBytes: file.size });
    // It continues after the page was left, so the listener belongs to the run, not to the page.
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    if (store) window.addEventListener('beforeunload', askBeforeUnload);
    try {
      const body = {
        audio: await readAsAddress(file),
        filename: file.name,
        response_format: 'verbose_json' as const,
        ...switches,
        ...(language && { language }),
        ...(model && { model }),
        ...(prompt.trim() && { prompt: prompt.trim() }),
      };
      const onUploadProgress = (sent: number, total: number) =>
        setStage(
          sent < total
            ? { kind: 'sending', sentBytes: sent, totalBytes: total }
            : { kind: 'listening' },
        );
      const transcription = await sendRecording(body, { signal: leaving.signal, onUploadProgress });
      setStage({ kind: 'done', transcription });
      announce(transcription.no_speech ? 'No speech was found.' : 'The transcript is ready.');
      if (store) void refresh();
      if (isGone.current) results.success(`The transcript of ${file.name} is saved.`);
    } catch (error) {
      if (leaving.signal.aborted) return setStage({ kind: 'ready' });
      const message = errorMessage(error);
      setStage({ kind: 'failed', message });
      if (isGone.current) results.error(`${file.name} could not be transcribed. ${message}`);
    } finally {
      window.removeEventListener('beforeunload', askBeforeUnload);
    }
  }

  return { stage, start, cancel: () => running.current?.controller.abort() };
}
