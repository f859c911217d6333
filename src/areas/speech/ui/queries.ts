// Queries and mutations of speech.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { UploadProgress } from '#client/upload.ts';
import { useCall } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  changeTranscript,
  deleteTranscript,
  listEngines,
  listTranscripts,
  listVoices,
  previewVoice,
  readTranscript,
  synthesize,
  transcribe,
  type VoiceWire,
} from '../wire/index.ts';

export const speechKey = ['speech'];
const transcriptsKey = [...speechKey, 'transcripts'];

export const useEngines = () =>
  useQuery({
    queryKey: [...speechKey, 'engines'],
    queryFn: async ({ signal }) => (await call(listEngines, {}, { signal })).results,
  });

/** All voices: a few hundred at most, filtered by language in the form. */
export const useVoices = () =>
  useQuery({
    queryKey: [...speechKey, 'voices'],
    queryFn: async ({ signal }) => {
      const voices: VoiceWire[] = [];
      for (let page = 1; ; page++) {
        const query = { page: String(page), page_size: '100' };
        const { results, has_next } = await call(listVoices, { query }, { signal });
        voices.push(...results);
        if (!has_next) return voices;
      }
    },
    staleTime: 300_000,
  });

export const loadPreview = (id: string): Promise<Blob> => call(previewVoice, { params: { id } });

export type TranscribeBody = CallInput<typeof transcribe>['body'];
export const sendRecording = (
  body: TranscribeBody,
  { signal, onUploadProgress }: { signal: AbortSignal; onUploadProgress: UploadProgress },
) => call(transcribe, { body }, { signal, onUploadProgress });

export type SynthesizeBody = NonNullable<CallInput<typeof synthesize>['body']>;
export const useSynthesis = () =>
  useMutation({ mutationFn: (body: SynthesizeBody) => call(synthesize, { body }) });

export const useTranscripts = (query: { search: string; page: number }) =>
  useQuery({
    queryKey: [...transcriptsKey, 'list', query],
    queryFn: ({ signal }) => {
      const page = String(query.page);
      return call(listTranscripts, { query: { search: query.search, page } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const useTranscript = (id: string) =>
  useCall([...transcriptsKey, 'one', id], readTranscript, { params: { id } });

/** Reloads the lists and the open transcript. */
export function useTranscriptsRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: transcriptsKey });
}

export type TranscriptChange = CallInput<typeof changeTranscript>['body'];
export function useChangeTranscript(id: string) {
  const onSuccess = useTranscriptsRefresh();
  return useMutation({
    mutationFn: (body: TranscriptChange) => call(changeTranscript, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteTranscript() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteTranscript, { params: { id } }),
    // Not the open transcript: it no longer exists.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...transcriptsKey, 'list'] }),
  });
}
