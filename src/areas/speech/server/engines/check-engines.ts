import type { PartHealth } from '#kernel/observability/system-checks.ts';
import type { Speech } from '../speech.ts';
import { findVoice, selectTranscriptionEngine } from './engines.ts';

export function addEngineCheck({ kernel, engines }: Pick<Speech, 'kernel' | 'engines'>): void {
  kernel.checks.add({
    name: 'speech',
    title: 'Speech engines',
    async read() {
      const transcription = await selectTranscriptionEngine(engines.transcription, undefined);
      const voice = findVoice(await engines.listVoices(), 'en');
      return judgeEngines(transcription?.name ?? null, voice?.engine.name ?? null);
    },
  });
}

export function judgeEngines(transcription: string | null, speech: string | null): PartHealth {
  const install = '`npm run speech -- list` shows what to install';
  if (transcription === null && speech === null)
    return { state: 'down', message: `There is none: ${install}.` };
  if (transcription === null) return { state: 'warning', message: `None transcribes: ${install}.` };
  if (speech === null) return { state: 'warning', message: `None speaks: ${install}.` };
  return { state: 'ok', message: `${transcription} transcribes, ${speech} speaks.` };
}
