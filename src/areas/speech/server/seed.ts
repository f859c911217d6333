import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createId } from '#kernel/ids.ts';
import type { SegmentWire, WordWire } from '../wire/transcriptions.ts';
import type { Speech } from './speech.ts';
import * as transcriptStore from './transcription/transcript-store.ts';

const demoCustomer = 'demo@example.com';
const secondsPerWord = 0.4;
const pauseSeconds = 0.8;
const demoLines: Readonly<Record<string, readonly string[]>> = {
  'Call with the forwarder.m4a': [
    'Good morning. The container for Example Imports arrives in Hamburg on Thursday.',
    'We have the bill of lading, but the certificate of origin is still missing.',
    'Without it customs will ask for the full duty, so please send it before noon on Wednesday.',
    'The invoice says nine pallets and the packing list says eight. Which one is right?',
    'Eight. I will correct the invoice today and send both documents together.',
    'Thank you. Then we book the truck for Friday morning, at seven.',
  ],
  'Voice memo.webm': ['Remember to send the new price list to the office.'],
};

/** Two transcripts in the style of Whisper. Idempotent. */
export async function seedTranscripts({ kernel }: Speech): Promise<void> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
    const account = await findAccountByEmail(tx, demoCustomer);
    if (!account) return;
    const page = { page: 1, pageSize: 1, offset: 0 };
    const { total } = await transcriptStore.listTranscripts(tx, { accountId: account.id }, page);
    if (total.count > 0) return;
    for (const [title, lines] of Object.entries(demoLines))
      await transcriptStore.insertTranscript(tx, toRow(account.id, title, lines, now));
  });
}

function toRow(accountId: number, title: string, lines: readonly string[], now: Date) {
  const { segments, words, seconds } = toTimes(lines);
  return {
    id: createId(now),
    account_id: accountId,
    title,
    text: lines.join(' '),
    language: 'en',
    duration_ms: Math.round(seconds * 1000),
    model: 'whisper-base',
    segments,
    words,
    created_at: now,
    updated_at: now,
  };
}

/** Words at an even pace; every seventh has a low probability. */
function toTimes(lines: readonly string[]) {
  const segments: SegmentWire[] = [];
  const words: WordWire[] = [];
  let seconds = 0;
  lines.forEach((text, id) => {
    const start = seconds;
    for (const word of text.split(' ')) {
      const probability = words.length % 7 === 6 ? 0.62 : 0.96;
      words.push({ word, start: seconds, end: seconds + secondsPerWord, probability });
      seconds += secondsPerWord;
    }
    segments.push({ id, start, end: seconds, text, avg_logprob: -0.1, no_speech_prob: null });
    seconds += pauseSeconds;
  });
  return { segments, words, seconds };
}
