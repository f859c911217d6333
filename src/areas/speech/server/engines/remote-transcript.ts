// Reads the responses of OpenAI's audio API and of servers like it.
import { z } from 'zod';
import { type EngineTranscript, EngineUnavailable, type TranscriptionJob } from './engine.ts';

type Job = Pick<TranscriptionJob, 'seconds' | 'language' | 'isDiarized'>;

const times = { start: z.number(), end: z.number() };
const verboseResponse = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Not from OpenAI; these are the names of self-hosted servers.
  language_probability: z.number().nullish(),
  detected_language_probability: z.number().nullish(),
  segments: z
    .array(
      z.object({
        ...times,
        text: z.string(),
        speaker: z.string().nullish(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ ...times, word: z.string() })).nullish(),
});
type VerboseResponse = z.output<typeof verboseResponse>;

function parseResponse(response: unknown): VerboseResponse {
  const read = verboseResponse.safeParse(response);
  if (read.success) return read.data;
  throw new EngineUnavailable('the response has another shape', { cause: read.error });
}

/** Without segments, the whole text becomes one. */
export function toTranscript(
  body: unknown,
  { seconds, language, isDiarized }: Job,
): EngineTranscript {
  const response = parseResponse(body);
  const whole = response.text.trim() ? [{ start: 0, end: seconds, text: response.text }] : [];
  const probability = response.language_probability ?? response.detected_language_probability;
  const segments: VerboseResponse['segments'] = response.segments ?? whole;
  return {
    language: toLanguageCode(response.language) ?? language ?? null,
    languageProbability: probability ?? null,
    segments: segments.map((one, id) => ({
      id,
      start: one.start,
      end: one.end,
      text: one.text.trim(),
      ...(isDiarized && one.speaker && { speaker: one.speaker }),
      avg_logprob: one.avg_logprob ?? null,
      no_speech_prob: one.no_speech_prob ?? null,
    })),
    words: (response.words ?? []).map(({ word, start, end }) => ({
      word: word.trim(),
      start,
      end,
      probability: null,
    })),
  };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
let codes: Map<string, string> | null = null;

/** `en` for `english`: these servers return English language names. */
function toLanguageCode(language: string | null | undefined): string | null {
  if (!language) return null;
  if (language.length <= 3) return language.toLowerCase();
  if (!codes) {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    codes = new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
  }
  return codes.get(language.toLowerCase()) ?? null;
}

export type TranscriptPart = { startSeconds: number; transcript: EngineTranscript };

/** The transcript of a recording, from those of its parts in order. */
export function joinTranscripts(parts: readonly TranscriptPart[]): EngineTranscript {
  const transcripts = parts.map(({ transcript }) => transcript);
  const later = <T extends { start: number; end: number }>(one: T, seconds: number): T => ({
    ...one,
    start: one.start + seconds,
    end: one.end + seconds,
  });
  return {
    language: transcripts.find(({ language }) => language)?.language ?? null,
    languageProbability: transcripts[0]?.languageProbability ?? null,
    segments: parts
      .flatMap(({ startSeconds, transcript }) =>
        transcript.segments.map((segment) => later(segment, startSeconds)),
      )
      .map((segment, id) => ({ ...segment, id })),
    words: parts.flatMap(({ startSeconds, transcript }) =>
      transcript.words.map((word) => later(word, startSeconds)),
    ),
  };
}
