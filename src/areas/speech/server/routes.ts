import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import { whileConnected } from '#kernel/http/while-connected.ts';
import type { readPageRequest } from '#lib/pagination.ts';
import * as contract from '../wire/index.ts';
import { captionsRoutes } from './captions/captions-routes.ts';
import { listEngines, listVoices } from './engines/list-engines.ts';
import { openAiRoutes } from './openai/openai-routes.ts';
import type { Speech } from './speech.ts';
import { hearSample, previewVoice } from './synthesis/preview-voice.ts';
import { synthesize } from './synthesis/synthesize.ts';
import { type TranscribeContext, transcribe } from './transcription/transcribe.ts';
import * as transcripts from './transcription/transcripts.ts';
import { transcriptionJobRoutes } from './transcription-jobs/transcription-job-routes.ts';

/** A page of a list that is in memory. */
function pageOfAll<T>(
  siteUrl: string,
  { url }: { url: string },
  query: Parameters<typeof readPageRequest>[0],
  all: readonly T[],
) {
  const page = toPageRequest(query);
  const results = all.slice(page.offset, page.offset + page.pageSize);
  return toPage({ siteUrl, url }, page, { count: all.length, isEstimate: false }, results);
}

export function speechRoutes(api: Api, speech: Speech): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.transcribe, ({ actor, body, bytes, usage, request, lastWrite }) =>
    whileConnected(request, async (signal) => {
      const call: TranscribeContext = {
        usage,
        signal,
        requestId: request.id,
        lastWrite: (toWire) => lastWrite((id) => respond(200, toWire(id))),
      };
      return respond(200, await transcribe(speech, actor, body, bytes.audio, call));
    }),
  );
  mount(api, contract.synthesize, async ({ actor, body, usage, request }) =>
    respond(200, await synthesize(speech, actor, body, { usage, requestId: request.id })),
  );
  mount(api, contract.listEngines, async ({ query, request }) => {
    const all = await listEngines(speech);
    const matching = all.filter(({ kind }) => !query.kind || kind === query.kind);
    return respond(200, pageOfAll(siteUrl, request, query, matching));
  });
  mount(api, contract.listVoices, async ({ query, request }) =>
    respond(200, pageOfAll(siteUrl, request, query, await listVoices(speech, query))),
  );
  mount(api, contract.previewVoice, async ({ actor, params }) =>
    respond(200, await previewVoice(speech, actor, params.id), {
      'cache-control': 'private, max-age=86400',
    }),
  );
  mount(api, contract.hearSample, async () =>
    respond(200, await hearSample(speech), { 'cache-control': 'public, max-age=86400' }),
  );
  transcriptRoutes(api, speech);
  transcriptionJobRoutes(api, speech);
  captionsRoutes(api, speech);
  openAiRoutes(api, speech);
}

function transcriptRoutes(api: Api, speech: Speech): void {
  mount(api, contract.listTranscripts, ({ db, actor, query, request }) => {
    const filter = {
      accountId: actor.accountId,
      search: query.search,
      ordering: query.ordering,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
    };
    return respondPage(api, { query, request }, (page) =>
      transcripts.listTranscripts(db, filter, page),
    );
  });
  mount(api, contract.readTranscript, async ({ db, actor, params }) =>
    respond(200, await transcripts.readTranscript(db, actor, params.id)),
  );
  mount(api, contract.changeTranscript, async ({ db, actor, params, body }) =>
    respond(200, await transcripts.changeTranscript(speech, db, actor, params.id, body)),
  );
  mount(api, contract.deleteTranscript, async ({ db, actor, params }) => {
    await transcripts.deleteTranscript(db, actor, params.id);
    return respond(204);
  });
}
