// Synthesizes a text sentence by sentence, so that it plays before its end is ready.
import type { Actor } from '#kernel/ports.ts';
import type { SpeechFormat } from '../../wire/speech.constants.ts';
import { encodeAudio } from '../audio/encode-audio.ts';
import { wavHeader } from '../audio/wav.ts';
import type { Speech } from '../speech.ts';
import { splitText } from '../text/split-text.ts';
import { roundTo } from '../transcription/transcribe.ts';
import type { Phrase } from './phrases.ts';
import {
  findOrSpeak,
  planSynthesis,
  type SynthesisCall,
  type SynthesisPlan,
  type SynthesizeInput,
  synthesize,
} from './synthesize.ts';

type Emit = (audio: Buffer) => void;

/** Files of these formats remain valid when they are joined. WAV gets one header. */
const joinable: readonly SpeechFormat[] = ['mp3', 'aac', 'pcm', 'wav'];

/** Same voices, prices, limits and stored phrases as `synthesize`. Throws the declared errors. */
export async function streamSpeech(
  speech: Speech,
  actor: Actor,
  input: SynthesizeInput,
  call: SynthesisCall,
  emit: Emit,
): Promise<void> {
  const plan = await planSynthesis(speech, actor, input);
  const { encoding, engine } = plan;
  const texts = splitText(plan.job.text);
  if (texts.length === 1 || engine.needsWhole || !joinable.includes(encoding.format)) {
    const { audio } = await synthesize(speech, actor, input, call);
    return emit(Buffer.from(audio, 'base64'));
  }
  const { phrase, billed } = await findOrSpeak(speech, actor, plan, call.usage, () =>
    speakInParts(speech, plan, texts, emit),
  );
  if (billed === 0) emit(phrase.audio);
  call.usage.count(billed);
}

async function speakInParts(
  { threads, stopping: signal }: Speech,
  { engine, voice, job, encoding, language }: SynthesisPlan,
  texts: readonly string[],
  emit: Emit,
): Promise<Phrase> {
  const isWav = encoding.format === 'wav';
  const chunks: Buffer[] = [];
  let seconds = 0;
  let sampleRate = 0;
  for (const text of texts) {
    const sound = await engine.speak({ ...job, text }, signal);
    const format = isWav ? 'pcm' : encoding.format;
    const chunk = await encodeAudio(threads, sound, { ...encoding, format }, signal);
    const isFirst = chunks.length === 0;
    sampleRate = encoding.sampleRate ?? sound.sampleRate;
    seconds += sound.samples.length / sound.sampleRate / encoding.tempo;
    chunks.push(chunk);
    emit(isWav && isFirst ? Buffer.concat([wavHeader(sampleRate), chunk]) : chunk);
  }
  const bytes = Buffer.concat(chunks);
  return {
    audio: isWav ? Buffer.concat([wavHeader(sampleRate, bytes.length), bytes]) : bytes,
    voice: voice.id,
    model: engine.id,
    language,
    duration: roundTo(seconds, 3),
    sampleRate,
  };
}
