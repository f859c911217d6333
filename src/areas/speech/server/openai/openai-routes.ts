// The calls of OpenAI's client libraries, answered by the use-cases of the other calls.
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/openai.ts';
import * as modelContract from '../../wire/openai-models.ts';
import type { Speech } from '../speech.ts';
import { createSpeech } from './create-speech.ts';
import { createTranscription, createTranslation } from './create-transcription.ts';
import { listModels, readModel } from './models.ts';

export function openAiRoutes(api: Api, speech: Speech): void {
  mount(api, contract.createTranscription, (call) => createTranscription(speech, call));
  mount(api, contract.createTranslation, (call) => createTranslation(speech, call));
  mount(api, contract.createSpeech, (call) => createSpeech(speech, call));
  mount(api, modelContract.listModels, async () =>
    respond(200, { object: 'list' as const, data: await listModels(speech) }),
  );
  mount(api, modelContract.readModel, async ({ params }) =>
    respond(200, await readModel(speech, params.id)),
  );
}
