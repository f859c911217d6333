// Engines in the form of OpenAI's models, for its client libraries.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { modelNotFound } from './errors.ts';

const permission = { key: 'speech' } as const;

export const OpenAiModel = z
  .object({
    id: z.string().describe('A value for `model`.'),
    object: z.literal('model').describe('Always `model`.'),
    created: z.int().describe('Always 0: engines have no date.'),
    owned_by: z.string().describe('Always `system`.'),
  })
  .meta({ id: 'OpenAiModel' });
export type OpenAiModelWire = z.infer<typeof OpenAiModel>;

export const listModels = endpoint({
  method: 'GET',
  path: '/apix/v1/models/',
  group: 'With OpenAI clients',
  tool: { none: 'Another tool returns the same.' },
  summary: 'List models with an OpenAI client',
  description: "The call `models.list` of OpenAI's clients: the engines under the names of models.",
  permission,
  work: 'none',
  responses: {
    200: z.object({
      object: z.literal('list').describe('Always `list`.'),
      data: z.array(OpenAiModel).describe('The engines that are installed.'),
    }),
  },
});

export const readModel = endpoint({
  method: 'GET',
  path: '/apix/v1/models/:id/',
  group: 'With OpenAI clients',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Retrieve a model with an OpenAI client',
  description: "The call `models.retrieve` of OpenAI's clients, for one engine.",
  permission,
  work: 'none',
  params: z.object({ id: z.string().describe('A value for `model`.') }),
  responses: { 200: OpenAiModel },
  errors: [modelNotFound],
});
