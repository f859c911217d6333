import type { SpeechPool } from '../speech-pool.ts';
import { orDown, type SpeechEngine } from './engine.ts';

const timeoutMs = 60_000;
const voices = [
  { id: 'slt', name: 'Slt, United States' },
  { id: 'rms', name: 'Rms, United States' },
  { id: 'awb', name: 'Awb, Scotland' },
  { id: 'kal16', name: 'Kal, clear' },
  { id: 'kal', name: 'Kal, telephone' },
].map((voice) => ({ ...voice, language: 'en' }));

/** English, in a thread of this process; it comes with the packages, so it is always there. */
export const openFlite = (pool: SpeechPool): SpeechEngine => ({
  id: 'flite',
  name: 'Flite',
  note: 'English. Plain voices, very quick.',
  enable: '',
  languages: ['en'],
  options: [],
  speeds: [0.25, 4],
  // What it has no sound for it leaves out without a word.
  shareSpokenMin: 1,
  isAvailable: async () => true,
  voices: async () => voices,
  speak: ({ text, voice, speed }, signal) =>
    orDown(signal, () =>
      pool.run('speakByFlite', { text, voice: voice.id, speed }, { timeoutMs, signal }),
    ),
});
