// Lists engines and voices for the API.
import type * as contract from '../../wire/index.ts';
import {
  audioSecondsMax,
  type SpeechFormat,
  speechFormats,
  transcriptFormats,
} from '../../wire/speech.constants.ts';
import { hasFfmpeg, needsFfmpeg } from '../audio/encode-audio.ts';
import type { Speech } from '../speech.ts';
import { baseLanguage } from '../text/scripts.ts';
import type { SpeechEngine, TranscriptionEngine } from './engine.ts';
import { findVoice, selectTranscriptionEngine, worksInParts } from './engines.ts';

export async function listEngines({ engines }: Speech): Promise<contract.EngineWire[]> {
  const { transcription, speech } = engines;
  const formats = await listSpeechFormats();
  const defaultTranscription = await selectTranscriptionEngine(transcription, undefined);
  const defaultSpeech = findVoice(await engines.listVoices(), 'en')?.engine;
  const serializeEngine =
    (kind: contract.EngineWire['kind'], defaultEngine: { id: string } | null | undefined) =>
    async (engine: TranscriptionEngine | SpeechEngine): Promise<contract.EngineWire> => {
      const is_available = await engine.isAvailable();
      return {
        id: engine.id,
        kind,
        name: engine.name,
        note: engine.note,
        quality: engine.quality,
        is_available,
        is_default: engine.id === defaultEngine?.id,
        enable: is_available ? null : engine.enable,
        languages: await listLanguages(engine),
        options: [...engine.options],
        formats: kind === 'speech' ? formats : [...transcriptFormats],
        streaming: !engine.needsWhole,
        captions: kind === 'transcription' && worksInParts(engine),
        seconds_max: kind === 'speech' ? null : audioSecondsMax,
      };
    };
  return Promise.all([
    ...transcription.map(serializeEngine('transcription', defaultTranscription)),
    ...speech.map(serializeEngine('speech', defaultSpeech)),
  ]);
}

/** Engines make samples; the encoders of the other formats are those of ffmpeg. */
async function listSpeechFormats(): Promise<SpeechFormat[]> {
  const isComplete = await hasFfmpeg();
  return speechFormats.filter((format) => isComplete || !needsFfmpeg({ format, tempo: 1 }));
}

/** For an engine with voices, their languages; `mul` (multilingual) is left out. */
async function listLanguages(engine: TranscriptionEngine | SpeechEngine): Promise<string[]> {
  if (engine.languages.length > 0 || !('voices' in engine)) return [...engine.languages];
  const voices = await engine.voices().catch(() => []);
  const bases = voices.map(({ language }) => baseLanguage(language));
  return [...new Set(bases)].filter((language) => language !== 'mul').toSorted();
}

export type VoiceFilter = {
  search?: string | undefined;
  language?: string | undefined;
  model?: string | undefined;
};

export async function listVoices(
  { engines }: Speech,
  { search = '', language, model }: VoiceFilter,
): Promise<contract.VoiceWire[]> {
  const voices = await engines.listVoices();
  const first = findVoice(voices, 'en')?.voice.id;
  const words = search.toLowerCase();
  const tag = language?.toLowerCase();
  return voices
    .filter(({ engine, voice }) => {
      const isNamed = `${voice.id} ${voice.name}`.toLowerCase().includes(words);
      const isSpoken = !tag || [voice.language, baseLanguage(voice.language)].includes(tag);
      return isNamed && isSpoken && (!model || engine.id === model);
    })
    .map(({ engine, voice }) => ({
      id: voice.id,
      name: voice.name,
      model: engine.id,
      language: voice.language,
      is_default: voice.id === first,
      preview_url: `/apix/services/voices/${voice.id}/preview/`,
    }));
}
