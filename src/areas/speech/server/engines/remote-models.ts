// What a model on another server can do. Its name says it at first; a refusal of the server corrects
// that until the process ends.
import type { EngineOption } from '../../wire/speech.constants.ts';
import { RequestRefused } from './remote-client.ts';

export type RemoteAbilities = {
  /** It tells speakers apart, and takes none of the other options. */
  diarizes: boolean;
  /** It responds with the times of segments and words (`verbose_json`). */
  hasTimes: boolean;
  translates: boolean;
};

/** They respond with the text alone (`json`), and only the models of Whisper translate. */
const textModels = /gpt-4o.*transcribe|voxtral/i;

export function readAbilities(model: string): RemoteAbilities {
  const isWhisperLike = !textModels.test(model);
  return {
    diarizes: model.includes('diarize'),
    hasTimes: isWhisperLike,
    translates: isWhisperLike,
  };
}

export const toOptions = ({ diarizes, hasTimes, translates }: RemoteAbilities): EngineOption[] =>
  diarizes
    ? ['diarize']
    : [
        ...(hasTimes ? (['words'] as const) : []),
        'prompt',
        'keywords',
        'temperature',
        ...(translates ? (['translate'] as const) : []),
      ];

const refusesTimes = ({ param, message }: RequestRefused): boolean =>
  param === 'response_format' || /response_format|verbose_json/.test(message);

const refusesTranslation = ({ status, param }: RequestRefused): boolean =>
  status === 404 || param === 'model';

/** Calls `send` a second time, without times, when the server refuses the format that has them. */
export async function sendAsAble(
  abilities: RemoteAbilities,
  task: 'transcriptions' | 'translations',
  send: (hasTimes: boolean) => Promise<unknown>,
): Promise<unknown> {
  const { hasTimes } = abilities;
  try {
    return await send(hasTimes);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    if (task === 'translations' && refusesTranslation(error)) abilities.translates = false;
    if (!hasTimes || !refusesTimes(error)) throw error;
    abilities.hasTimes = false;
    return send(false);
  }
}
