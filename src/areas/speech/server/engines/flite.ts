import { withJobFolder } from '../processing/job-folder.ts';
import type { ThreadPool } from '../processing/thread-pool.ts';
import { isAscii, toAsciiLetters } from '../text/plain-text.ts';
import { EngineUnavailable, type SpeechEngine } from './engine.ts';

const timeoutMs = 60_000;
const voices = [
  { id: 'slt', name: 'Slt, United States' },
  { id: 'rms', name: 'Rms, United States' },
  { id: 'awb', name: 'Awb, Scotland' },
  { id: 'kal16', name: 'Kal, clear' },
  { id: 'kal', name: 'Kal, telephone' },
].map((voice) => ({ ...voice, language: 'en' }));

/** English, in a worker thread. It comes with the npm packages, so it is always available. */
export const createFlite = (threads: ThreadPool): SpeechEngine => ({
  id: 'flite',
  name: 'Flite',
  note: 'English. Plain voices, very quick.',
  quality: 'basic',
  enable: '',
  languages: ['en'],
  options: [],
  speeds: [0.25, 4],
  // It silently skips what it cannot pronounce, which is everything beyond ASCII.
  canRead: (text) => isAscii(toAsciiLetters(text)),
  isAvailable: async () => true,
  voices: async () => voices,
  speak: ({ text, voice, speed }, signal) =>
    // Created here, because a stopped thread would not remove its folder.
    withJobFolder(async (folder) => {
      const job = { text: toAsciiLetters(text), voice: voice.id, speed, folder };
      const audio = await threads.run('speakByFlite', job, { timeoutMs, signal });
      if (!audio) throw new EngineUnavailable('flite wrote no audio');
      return audio;
    }),
});
