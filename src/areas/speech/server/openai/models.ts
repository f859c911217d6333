// The engines as OpenAI's models.
import { apiError } from '#kernel/http/errors.ts';
import { modelNotFound } from '../../wire/errors.ts';
import { defaultModels } from '../../wire/openai.constants.ts';
import type { OpenAiModelWire } from '../../wire/openai-models.ts';
import type { Speech } from '../speech.ts';

/** The engine that a model names; undefined for the default engine. */
export function findEngine(
  { engines }: Speech,
  kind: keyof typeof defaultModels,
  model: string,
): string | undefined {
  if (model === defaultModels[kind]) return undefined;
  if (!engines[kind].some(({ id }) => id === model)) throw notFound();
  return model;
}

const notFound = () => apiError(modelNotFound, { param: 'model' });

/** Those of the installed engines, and the names of the default ones. */
export async function listModels({ engines }: Speech): Promise<OpenAiModelWire[]> {
  const kinds = ['transcription', 'speech'] as const;
  const ofKinds = await Promise.all(
    kinds.map(async (kind) => {
      const checked = engines[kind].map(async (engine) =>
        (await engine.isAvailable()) ? engine.id : [],
      );
      const installed = (await Promise.all(checked)).flat();
      return installed.length > 0 ? [defaultModels[kind], ...installed] : [];
    }),
  );
  return ofKinds.flat().map(toModel);
}

const toModel = (id: string): OpenAiModelWire => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'system',
});

export async function readModel(speech: Speech, id: string): Promise<OpenAiModelWire> {
  const found = (await listModels(speech)).find((model) => model.id === id);
  if (!found) throw notFound();
  return found;
}
