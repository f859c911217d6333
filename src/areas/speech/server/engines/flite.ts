import { inJobFolder } from '../job-folder.ts';
import { isAscii, plainLetters } from '../plain-text.ts';
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
  // What it has no sound for it leaves out without a word, and it has none beyond ASCII.
  canRead: (text) => isAscii(plainLetters(text)),
  isAvailable: async () => true,
  voices: async () => voices,
  speak: ({ text, voice, speed }, signal) =>
    orDown(signal, () =>
      // The folder is this process's: a thread that is ended in the middle removes nothing.
      inJobFolder((folder) => {
        const job = { text: plainLetters(text), voice: voice.id, speed, folder };
        return pool.run('speakByFlite', job, { timeoutMs, signal });
      }),
    ),
});
