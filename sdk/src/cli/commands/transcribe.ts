import { type Commands, requireWords, UsageError } from '../command.ts';
import { openFile } from '../files.ts';

const written = ['text', 'srt', 'vtt'] as const;

export const commands: Commands = {
  '': {
    usage: 'FILE [options]',
    about: 'Write down what a recording says.',
    options: {
      language: { value: 'CODE', about: 'As in en; detected by default' },
      format: { value: 'FORMAT', about: 'text, or the subtitles srt and vtt; text by default' },
    },
    examples: [
      ['Into a file', 'weftline transcribe meeting.mp3 > meeting.txt'],
      ['Subtitles', 'weftline transcribe talk.mp4 --format srt > talk.srt'],
      ['With times of each part', 'weftline transcribe meeting.mp3 -o json'],
    ],
    async run({ connect, output, progress, signal }, input) {
      const [name = ''] = requireWords(input, 'FILE');
      const language = input.text('language');
      const format = written.find((one) => one === (input.text('format') ?? 'text'));
      if (!format) throw new UsageError(`--format is one of ${written.join(', ')}.`);
      const client = await connect();
      const body = { file: await openFile(name), ...(language && { language }) };
      progress(`Transcribing ${name} ...`);
      // Minutes of audio may take minutes.
      const options = { signal, timeoutMs: 900_000, totalMs: 900_000 };
      if (output.format === 'json') {
        const request = { ...body, response_format: 'verbose_json' as const };
        output.record(await client.speech.createTranscription(request, options), []);
        return;
      }
      const request = { ...body, response_format: format };
      const response = await client.speech.createTranscription(request, options);
      process.stdout.write(`${(await response.text()).trimEnd()}\n`);
    },
  },
};
