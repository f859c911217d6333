import type { PartHealth } from '#kernel/observability/system-checks.ts';
import type { Speech } from '../speech.ts';
import { checkRemote } from './check-remote.ts';
import { findVoice, selectTranscriptionEngine } from './engines.ts';

export function addEngineCheck({ kernel, engines }: Pick<Speech, 'kernel' | 'engines'>): void {
  kernel.checks.add({
    name: 'transcription',
    title: 'Speech to text',
    async read() {
      const engine = await selectTranscriptionEngine(engines.transcription, undefined);
      return judgeEngine(engine?.name, 'transcribes');
    },
    call: () => checkRemote(kernel.config),
  });
  kernel.checks.add({
    name: 'synthesis',
    title: 'Text to speech',
    async read() {
      const voice = findVoice(await engines.listVoices(), 'en');
      return judgeEngine(voice?.engine.name, 'speaks');
    },
  });
}

export const judgeEngine = (name: string | undefined, verb: string): PartHealth =>
  name === undefined
    ? {
        state: 'down',
        message: `No engine ${verb}: \`npm run speech -- list\` shows what to install.`,
      }
    : { state: 'ok', message: `${name} ${verb}.` };
