// A transcription in the formats of OpenAI.

import type { OpenAiTranscriptFormat } from '../../wire/openai.constants.ts';
import type { OpenAiSegmentWire, OpenAiTranscriptionWire } from '../../wire/openai.ts';
import { toSrt, toVtt } from '../../wire/subtitles.format.ts';
import type { SegmentWire, TranscriptionWire } from '../../wire/transcriptions.ts';

export type FormatRequest = {
  format: OpenAiTranscriptFormat;
  granularities?: readonly ('segment' | 'word')[] | undefined;
  temperature?: number | undefined;
  isTranslated: boolean;
};
const plain = { 'content-type': 'text/plain; charset=utf-8' };

/** The body of the response and its headers. Needs the segments and words of the transcription. */
export function serializeTranscription(
  transcription: TranscriptionWire,
  request: FormatRequest,
): { body: OpenAiTranscriptionWire | string; headers?: Record<string, string> } {
  const { text, segments } = transcription;
  const usage = toUsage(transcription);
  switch (request.format) {
    case 'json':
      return { body: { text, usage } };
    case 'text':
      return { body: `${text}\n`, headers: plain };
    case 'srt':
      return { body: toSrt(segments), headers: plain };
    case 'vtt':
      return { body: toVtt(segments), headers: { 'content-type': 'text/vtt; charset=utf-8' } };
    case 'diarized_json': {
      const { duration } = transcription;
      const spoken = segments.map(serializeSpokenSegment);
      return { body: { task: 'transcribe', duration, text, segments: spoken, usage } };
    }
    case 'verbose_json':
      return { body: serializeVerbose(transcription, request) };
  }
}

export const toUsage = ({ duration }: TranscriptionWire): OpenAiTranscriptionWire['usage'] => ({
  type: 'duration',
  seconds: duration,
});

function serializeVerbose(
  transcription: TranscriptionWire,
  { granularities = ['segment'], temperature = 0, isTranslated }: FormatRequest,
): OpenAiTranscriptionWire {
  const { text, duration, segments, words, language } = transcription;
  return {
    task: isTranslated ? 'translate' : 'transcribe',
    language: language === null ? '' : formatName(isTranslated ? 'en' : language),
    duration,
    text,
    ...(granularities.includes('segment') && {
      segments: segments.map((segment) => serializeSegment(segment, temperature)),
    }),
    ...(granularities.includes('word') && {
      words: words.map(({ word, start, end }) => ({ word, start, end })),
    }),
    usage: toUsage(transcription),
  };
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const formatName = (language: string): string =>
  (languageNames.of(language) ?? language).toLowerCase();

const framesPerSecond = 100;

const serializeSegment = (
  { id, start, end, text, avg_logprob, no_speech_prob }: SegmentWire,
  temperature: number,
): OpenAiSegmentWire => ({
  id,
  seek: Math.round(start * framesPerSecond),
  start,
  end,
  text,
  tokens: [],
  temperature,
  avg_logprob,
  compression_ratio: null,
  no_speech_prob,
});

const serializeSpokenSegment = ({
  id,
  start,
  end,
  text,
  speaker = '',
}: SegmentWire): OpenAiSegmentWire => ({
  type: 'transcript.text.segment',
  id: `seg_${id}`,
  start,
  end,
  text,
  speaker,
});
