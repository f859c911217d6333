import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/captions.ts';
import type { Speech } from '../speech.ts';
import { createCaptions, finishCaptions } from './captions.ts';
import type { CaptionsRow } from './captions-store.ts';
import { serializeCaptions, serializeCaptionsPart } from './serialize-captions.ts';
import { transcribePart } from './transcribe-part.ts';

export function captionsRoutes(api: Api, speech: Speech): void {
  const { quota, meter } = api;
  mount(api, contract.createCaptions, async ({ actor, body, lastWrite }) => {
    const write = lastWrite((row: CaptionsRow) => respond(201, serializeCaptions(row)));
    return respond(201, serializeCaptions(await createCaptions(speech, actor, body, write)));
  });
  mount(api, contract.transcribeCaptionsPart, async ({ actor, params, query, raw }) => {
    const part = { ...params, startSeconds: Number(query.start), audio: raw };
    const row = await transcribePart(speech, { quota, meter }, actor, part);
    return respond(200, serializeCaptionsPart(row));
  });
  mount(api, contract.finishCaptions, async ({ db, actor, params }) =>
    respond(200, serializeCaptions(await finishCaptions(speech, db, actor, params.id))),
  );
}
