import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/transcription-jobs.ts';
import type { Speech } from '../speech.ts';
import { serializeTranscriptionJob } from './serialize-transcription-job.ts';
import * as jobStore from './transcription-job-store.ts';
import * as use from './transcription-jobs.ts';

export function transcriptionJobRoutes(api: Api, speech: Speech): void {
  const { quota, meter } = api;
  mount(api, contract.createTranscriptionJob, async ({ actor, body, lastWrite }) => {
    const write = lastWrite((job: jobStore.JobRow) => respond(201, serializeTranscriptionJob(job)));
    const job = await use.createJob(speech, actor, body, write);
    return respond(201, serializeTranscriptionJob(job));
  });
  mount(api, contract.uploadTranscriptionPart, async ({ actor, params, raw }) =>
    respond(200, serializeTranscriptionJob(await use.uploadPart(speech, actor, params, raw))),
  );
  mount(api, contract.startTranscriptionJob, async ({ db, actor, params }) =>
    respond(200, serializeTranscriptionJob(await use.startJob(speech, db, actor, params.id))),
  );
  mount(api, contract.listTranscriptionJobs, ({ db, actor, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => jobStore.listJobs(db, actor.accountId, page),
      (rows) => rows.map(serializeTranscriptionJob),
    ),
  );
  mount(api, contract.readTranscriptionJob, async ({ db, actor, params }) =>
    respond(200, serializeTranscriptionJob(await use.findOwnJob(db, actor, params.id))),
  );
  mount(api, contract.cancelTranscriptionJob, async ({ db, actor, params }) => {
    const job = await use.cancelJob(speech, { quota, meter }, db, actor, params.id);
    return respond(200, serializeTranscriptionJob(job));
  });
  mount(api, contract.deleteTranscriptionJob, async ({ db, actor, params }) => {
    await use.deleteJob(speech, { quota, meter }, db, actor, params.id);
    return respond(204);
  });
}
