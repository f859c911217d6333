// The models that `npm run speech -- install NAME` installs, of each kind the best first. Addresses,
// sizes and digests are those of the sherpa-onnx releases `asr-models` and `tts-models`.
import type { Quality } from '../../wire/speech.constants.ts';

export type SpeechModel = {
  /** What the operator types; also the name of its folder, and of a voice its id. */
  name: string;
  kind: 'transcription' | 'speech';
  title: string;
  /** What it is for, in one sentence. */
  purpose: string;
  /** Below the address of the releases. */
  file: string;
  bytes: number;
  /** Null where it was not published when this list was written: the release is asked then. */
  sha256: string | null;
  /** As its authors state it; the archive of a voice contains it in `MODEL_CARD`. */
  licence: string;
  licenceUrl: string;
  /** Empty for the languages of Whisper. */
  languages: readonly string[];
  quality: Quality;
  /** Whether it translates into English. */
  translates?: boolean;
};

/** Mirrors have the same folders below their own address. */
export const releasesUrl = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Suggested to operators who have none: understands much for its size. */
export const suggestedModelName = 'whisper-base';

type WhisperModel = Pick<SpeechModel, 'bytes' | 'sha256' | 'purpose' | 'quality' | 'translates'>;

const whisper = (size: string, model: WhisperModel): SpeechModel => ({
  name: `whisper-${size}`,
  kind: 'transcription',
  title: `Whisper ${size}`,
  file: `asr-models/sherpa-onnx-whisper-${size}.tar.bz2`,
  licence: 'MIT',
  licenceUrl: 'https://github.com/openai/whisper/blob/main/LICENSE',
  languages: [],
  translates: true,
  ...model,
});

type PiperVoice = Pick<SpeechModel, 'bytes' | 'sha256' | 'licence' | 'purpose'> & {
  title: string;
  /** Of the file: `en_US-amy-low`. */
  voice: string;
};

const piper = (name: string, { voice, ...model }: PiperVoice): SpeechModel => ({
  name: `piper-${name}`,
  kind: 'speech',
  file: `tts-models/vits-piper-${voice}.tar.bz2`,
  licenceUrl: `https://huggingface.co/rhasspy/piper-voices/blob/main/${toFolder(voice)}/MODEL_CARD`,
  languages: [readLanguage(voice)],
  quality: 'standard',
  ...model,
});

/** `en-us` for `en_US-amy-low`. */
const readLanguage = (voice: string): string =>
  voice.split('-')[0]!.toLowerCase().replace('_', '-');

/** `en/en_US/amy/low` for `en_US-amy-low`. */
function toFolder(voice: string): string {
  const [language = '', name = '', size = ''] = voice.split('-');
  return [language.split('_')[0], language, name, size].join('/');
}

const modelCard = 'stated in MODEL_CARD';

export const speechModels: readonly SpeechModel[] = [
  whisper('turbo', {
    purpose: 'The best here: needs about 2 GB of memory and several cores. Does not translate.',
    bytes: 563_790_207,
    sha256: 'b11acbbcd660b44a8e0df33724feb5aaa709cf65668f2823d59f656312544f22',
    quality: 'high',
    translates: false,
  }),
  whisper('medium', {
    purpose: 'Slower than turbo, but translates into English: needs about 3 GB of memory.',
    bytes: 1_931_372_882,
    sha256: null,
    quality: 'high',
  }),
  whisper('small', {
    purpose: 'Conversation and accents: needs about 1 GB of memory.',
    bytes: 639_387_718,
    sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
    quality: 'high',
  }),
  whisper('base', {
    purpose: 'Clear speech in the widespread languages: needs about 500 MB of memory.',
    bytes: 207_557_382,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
    quality: 'standard',
  }),
  whisper('tiny', {
    purpose: 'The smallest: clear English and a few other languages.',
    bytes: 116_204_861,
    sha256: 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1',
    quality: 'standard',
  }),
  piper('en-amy', {
    voice: 'en_US-amy-medium',
    title: 'Amy, United States',
    purpose: 'English, United States, 22 kHz.',
    bytes: 67_223_746,
    sha256: '9a5d1fc497f85e8022b785bff5f8105203b1e33099ee6265203efc70b0cb0264',
    licence: modelCard,
  }),
  piper('en-amy-low', {
    voice: 'en_US-amy-low',
    title: 'Amy, United States, quick',
    purpose: 'English, United States, 16 kHz: plainer and quicker.',
    bytes: 67_095_344,
    sha256: 'c70f5284a09a7fd4ed203b39b2ff51cac1432b422b852eb647b481dade3cf639',
    licence: modelCard,
  }),
  piper('de-thorsten', {
    voice: 'de_DE-thorsten-medium',
    title: 'Thorsten, Germany',
    purpose: 'German, 22 kHz.',
    bytes: 67_214_254,
    sha256: '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
    licence: 'CC0',
  }),
  piper('es-davefx', {
    voice: 'es_ES-davefx-medium',
    title: 'Davefx, Spain',
    purpose: 'Spanish, Spain, 22 kHz.',
    bytes: 67_184_952,
    sha256: 'a3f6beb54a9cb893279f72978a22f807a4d9fc9c7848157b524d5cc7b7f58b22',
    licence: 'CC0',
  }),
  piper('fr-siwis', {
    voice: 'fr_FR-siwis-medium',
    title: 'Siwis, France',
    purpose: 'French, France, 22 kHz.',
    bytes: 67_207_459,
    sha256: '375909aa30842b3a4efa10b1beb1d761af792960ae6873b4d53889f96c66195b',
    licence: 'CC BY 4.0',
  }),
  piper('ru-irina', {
    voice: 'ru_RU-irina-medium',
    title: 'Irina, Russia',
    purpose: 'Russian, 22 kHz.',
    bytes: 67_153_308,
    sha256: '1fc0f54e5e084fe287c07909f2f6e0ba6d857864cf800e3ab80286a4e8233008',
    licence: modelCard,
  }),
  piper('uk-ukrainian', {
    voice: 'uk_UA-ukrainian_tts-medium',
    title: 'Ukrainian TTS, Ukraine',
    purpose: 'Ukrainian, 22 kHz.',
    bytes: 80_355_083,
    sha256: '92be6ff21ebb1cbcc0c71121a6437db8d060cee5785287aaa6a19a2548f59c03',
    licence: modelCard,
  }),
];

export const findModel = (
  name: string,
  models: readonly SpeechModel[] = speechModels,
): SpeechModel | undefined => models.find((model) => model.name === name);
