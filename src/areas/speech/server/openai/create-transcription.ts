// Transcription and translation for OpenAI's clients.
import { InvalidInput } from '#kernel/http/errors.ts';
import { type RequestContext, respond } from '#kernel/http/mount.ts';
import { whileConnected } from '#kernel/http/while-connected.ts';
import type * as contract from '../../wire/openai.ts';
import { streamOutput } from '../processing/stream-output.ts';
import type { Speech } from '../speech.ts';
import type { OnSegments } from '../transcription/run-engine.ts';
import { type TranscribeInput, transcribe } from '../transcription/transcribe.ts';
import { endWithError, eventHeaders } from './event-stream.ts';
import { findEngine } from './models.ts';
import { serializeTranscription, toUsage } from './serialize-transcription.ts';

type TranscriptionCall = RequestContext<typeof contract.createTranscription>;
type FileCall = Pick<TranscriptionCall, 'actor' | 'files' | 'usage' | 'request'>;
type TranscriptEvent = contract.TranscriptEventWire;

/** All segments and words, whatever the format. */
const plainInput: TranscribeInput = {
  response_format: 'verbose_json',
  diarize: false,
  translate: false,
  vad: true,
  store: false,
};

export async function createTranscription(speech: Speech, call: TranscriptionCall) {
  const { body } = call;
  requireFormats(body);
  const { temperature, timestamp_granularities: granularities, response_format: format } = body;
  const input = {
    ...plainInput,
    model: findEngine(speech, 'transcription', body.model),
    language: body.language,
    prompt: body.prompt,
    temperature,
    timestamp_granularities: granularities,
    diarize: format === 'diarized_json',
  };
  if (body.stream) return streamTranscription(speech, call, input);
  const transcription = await transcribeFile(speech, call, input);
  const request = { format, granularities, temperature, isTranslated: false };
  const { body: text, headers } = serializeTranscription(transcription, request);
  return respond(200, text, headers);
}

export async function createTranslation(
  speech: Speech,
  call: RequestContext<typeof contract.createTranslation>,
) {
  const { model, prompt, temperature, response_format: format } = call.body;
  const engine = findEngine(speech, 'transcription', model);
  const input = { ...plainInput, model: engine, prompt, temperature, translate: true };
  const transcription = await transcribeFile(speech, call, input);
  const request = { format, temperature, isTranslated: true };
  const { body, headers } = serializeTranscription(transcription, request);
  return respond(200, body, headers);
}

function requireFormats(body: TranscriptionCall['body']): void {
  const { response_format: format, timestamp_granularities: granularities, stream } = body;
  if (stream && format !== 'json' && format !== 'text')
    throw new InvalidInput({ stream: ['Only the formats json and text can be streamed.'] });
  if (granularities && format !== 'verbose_json')
    throw new InvalidInput({
      timestamp_granularities: ['Set response_format to verbose_json to get these times.'],
    });
}

const transcribeFile = (
  speech: Speech,
  { actor, files, usage, request }: FileCall,
  input: TranscribeInput,
  onSegments?: OnSegments,
) =>
  whileConnected(request, (signal) => {
    const call = { usage, signal, requestId: request.id, ...(onSegments && { onSegments }) };
    return transcribe(speech, actor, input, files.file, call);
  });

async function streamTranscription(speech: Speech, call: FileCall, input: TranscribeInput) {
  const { parts, done } = await streamOutput<TranscriptEvent>(async (emit) => {
    let separator = '';
    const transcription = await transcribeFile(speech, call, input, (segments) => {
      for (const { text } of segments) {
        emit({ type: 'transcript.text.delta', delta: `${separator}${text}` });
        separator = ' ';
      }
    });
    const { text } = transcription;
    emit({ type: 'transcript.text.done', text, usage: toUsage(transcription) });
  });
  call.usage.recordAfter(done);
  return respond(200, endWithError(speech.kernel, call.request, parts), eventHeaders);
}
