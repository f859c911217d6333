import { canRun, runProgram } from '#kernel/run-program.ts';
import { decodeWav } from '../audio/wav.ts';
import { toAsciiDigits } from '../text/plain-text.ts';
import { speakableShare } from '../text/scripts.ts';
import { cacheResult, EngineUnavailable, type EngineVoice, type SpeechEngine } from './engine.ts';

const command = 'espeak-ng';
const timeoutMs = 60_000;
const outputBytesMax = 200_000_000;
const wordsPerMinute = 175;
/** Letters of other scripts are spelled or skipped. */
const speakableShareMin = 0.5;
const prefix = 'espeak-';

/** About 130 voices, as a child process, because of its licence (GPL) and its crashes. */
export function createEspeak(): SpeechEngine {
  const voices = cacheResult(listVoices, Number.POSITIVE_INFINITY);
  const isAvailable = cacheResult(() => canRun(command, ['--version']));
  return {
    id: 'espeak-ng',
    name: 'eSpeak NG',
    note: 'About 100 languages. A mechanical voice that is easy to follow.',
    quality: 'basic',
    enable: 'Install the system package espeak-ng.',
    languages: [],
    options: [],
    // It supports 80 to 450 words per minute.
    speeds: [0.5, 2.5],
    canRead: (text, language) => speakableShare(text, language) >= speakableShareMin,
    isAvailable,
    voices: async () => ((await isAvailable()) ? voices() : []),
    async speak({ text, voice, speed }, signal) {
      const pace = String(Math.round(wordsPerMinute * speed));
      const name = voice.id.slice(prefix.length);
      const args = ['--stdin', '-b', '1', '-v', name, '-s', pace, '--stdout'];
      const input = toAsciiDigits(text);
      const output = await runProgram({ command, args, input, timeoutMs, outputBytesMax, signal });
      const audio = decodeWav(output);
      if (!audio || audio.samples.length === 0)
        throw new EngineUnavailable('espeak-ng wrote no audio');
      return audio;
    },
  };
}

async function listVoices(): Promise<readonly EngineVoice[]> {
  const run = { command, args: ['--voices'], timeoutMs: 10_000, outputBytesMax: 1_000_000 };
  const text = (await runProgram(run)).toString('utf8');
  const read = text.split('\n').slice(1).flatMap(parseVoice);
  return [...new Map(read.map((voice) => [voice.id, voice])).values()];
}

/** ` 5  pt-br   --/M   Portuguese_(Brazil) roa/pt-BR (pt 5)`: columns separated by spaces. */
function parseVoice(line: string): EngineVoice[] {
  const [, language, , name] = line.trim().split(/\s+/);
  if (!language || !name) return [];
  return [{ id: `${prefix}${language}`, name: name.replaceAll('_', ' '), language }];
}
