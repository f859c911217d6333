// The error of an option that an engine lacks: it names the engines that have it.
import { ApiError } from '#kernel/http/errors.ts';
import { unsupportedOption } from '../../wire/errors.ts';
import type { EngineOption } from '../../wire/speech.constants.ts';
import type { SpeechEngine, TranscriptionEngine } from './engine.ts';

type Engine = TranscriptionEngine | SpeechEngine;

export async function unsupportedOptionError(
  option: EngineOption,
  { id: model }: Engine,
  all: readonly Engine[],
): Promise<ApiError> {
  const able = all.filter(({ options }) => options.includes(option));
  const names = await Promise.all(able.map(formatEngine));
  const others =
    names.length > 0
      ? `Choose another model: ${names.join(', ')}.`
      : 'Leave it out: no engine of this server supports it.';
  const engines = able.map(({ id }) => id);
  const message = `${model} does not support ${option}. ${others}`;
  return new ApiError(unsupportedOption, { option, model, engines }, message);
}

const formatEngine = async ({ id, isAvailable }: Engine): Promise<string> =>
  (await isAvailable()) ? id : `${id} (not installed)`;
