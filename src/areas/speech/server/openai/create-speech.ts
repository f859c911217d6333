// Synthesis for OpenAI's clients: audio, or events with audio, as it is made.
import { Readable } from 'node:stream';
import { type RequestContext, respond } from '#kernel/http/mount.ts';
import { openAiPcmRate, openAiVoices } from '../../wire/openai.constants.ts';
import type * as contract from '../../wire/openai.ts';
import { contentTypes } from '../../wire/speech.constants.ts';
import { streamOutput } from '../processing/stream-output.ts';
import type { Speech } from '../speech.ts';
import { streamSpeech } from '../synthesis/stream-speech.ts';
import type { SynthesizeInput } from '../synthesis/synthesize.ts';
import { endWithError, eventHeaders } from './event-stream.ts';
import { findEngine } from './models.ts';

type SpeechCall = RequestContext<typeof contract.createSpeech>;

export async function createSpeech(speech: Speech, { actor, body, usage, request }: SpeechCall) {
  const input = await toSynthesizeInput(speech, body);
  const { parts, done } = await streamOutput<Buffer>((emit) =>
    streamSpeech(speech, actor, input, { usage, requestId: request.id }, emit),
  );
  usage.recordAfter(done);
  if (body.stream_format === 'sse') {
    const events = toEvents(parts, [...body.input].length);
    return respond(200, endWithError(speech.kernel, request, events), eventHeaders);
  }
  const audio = Readable.from(parts, { objectMode: false });
  return respond(200, audio, { 'content-type': contentTypes[body.response_format] });
}

async function toSynthesizeInput(
  speech: Speech,
  { model, input, voice, response_format, speed, instructions }: SpeechCall['body'],
): Promise<SynthesizeInput> {
  const engine = findEngine(speech, 'speech', model);
  const voices = await speech.engines.listVoices();
  // A remote engine may have a voice of this name.
  const isOwn = voices.some((one) => one.voice.id === voice);
  return {
    input,
    model: engine,
    voice: !isOwn && openAiVoices.includes(voice) ? undefined : voice,
    response_format,
    speed,
    instructions,
    sample_rate: response_format === 'pcm' ? openAiPcmRate : undefined,
  };
}

async function* toEvents(
  parts: AsyncIterable<Buffer>,
  characters: number,
): AsyncGenerator<contract.SpeechEventWire> {
  for await (const part of parts)
    yield { type: 'speech.audio.delta', audio: part.toString('base64') };
  // Characters are what this API counts; its clients know tokens only.
  const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
  yield { type: 'speech.audio.done', usage };
}
