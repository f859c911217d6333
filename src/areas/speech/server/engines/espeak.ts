import { plainDigits } from '../plain-text.ts';
import { canRun, runProgram } from '../programs.ts';
import { shareSpoken } from '../scripts.ts';
import { readWav } from '../wav.ts';
import {
  EngineDown,
  type EngineVoice,
  orDown,
  rememberAnswer,
  type SpeechEngine,
} from './engine.ts';

const command = 'espeak-ng';
const timeoutMs = 60_000;
const outputBytesMax = 200_000_000;
const wordsPerMinute = 175;
/** It names letters of other scripts one by one, and passes over some of them. */
const shareSpokenMin = 0.5;
const prefix = 'espeak-';

/** About 130 voices, as a child process: its licence and its crashes stay outside. */
export function openEspeak(): SpeechEngine {
  const voices = rememberAnswer(listVoices, Number.POSITIVE_INFINITY);
  const isAvailable = rememberAnswer(() => canRun(command, ['--version']));
  return {
    id: 'espeak-ng',
    name: 'eSpeak NG',
    note: 'About 100 languages. A mechanical voice that is easy to follow.',
    enable: 'Install the system package espeak-ng.',
    languages: [],
    options: [],
    // 80 to 450 words a minute are what it takes.
    speeds: [0.5, 2.5],
    canRead: (text, language) => shareSpoken(text, language) >= shareSpokenMin,
    isAvailable,
    voices: async () => ((await isAvailable()) ? voices() : []),
    speak: ({ text, voice, speed }, signal) =>
      orDown(signal, async () => {
        const pace = String(Math.round(wordsPerMinute * speed));
        const name = voice.id.slice(prefix.length);
        const args = ['--stdin', '-b', '1', '-v', name, '-s', pace, '--stdout'];
        const run = { command, args, input: plainDigits(text), timeoutMs, outputBytesMax, signal };
        const sound = readWav(await runProgram(run));
        if (!sound || sound.samples.length === 0) throw new EngineDown('espeak-ng wrote no sound');
        return sound;
      }),
  };
}

async function listVoices(): Promise<readonly EngineVoice[]> {
  const run = { command, args: ['--voices'], timeoutMs: 10_000, outputBytesMax: 1_000_000 };
  const text = (await runProgram(run)).toString('utf8');
  const read = text.split('\n').slice(1).flatMap(readVoice);
  return [...new Map(read.map((voice) => [voice.id, voice])).values()];
}

/** ` 5  pt-br   --/M   Portuguese_(Brazil) roa/pt-BR (pt 5)`: the columns are split by spaces. */
function readVoice(line: string): EngineVoice[] {
  const [, language, , name] = line.trim().split(/\s+/);
  if (!language || !name) return [];
  return [{ id: `${prefix}${language}`, name: name.replaceAll('_', ' '), language }];
}
