import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CreateSpeechBody } from '../../index.ts';
import { type Commands, requireWords } from '../command.ts';
import { writeResponse } from '../files.ts';

type SoundFormat = NonNullable<CreateSpeechBody['response_format']>;

export const commands: Commands = {
  '': {
    usage: 'TEXT FILE [options]',
    about:
      'Store a text as speech. The ending of the file says the format; - reads the text from stdin.',
    options: {
      voice: { value: 'NAME', about: 'Who speaks; alloy by default' },
      speed: { value: 'FACTOR', about: '0.25 to 4; 1 by default' },
    },
    examples: [
      ['A greeting', 'weftline speak "Hello, world." hello.mp3'],
      ['A long text', 'weftline speak - chapter.wav < chapter.txt'],
    ],
    async run({ connect, progress, signal }, input) {
      const [words = '', file = ''] = requireWords(input, 'TEXT', 'FILE');
      const speed = input.text('speed');
      const client = await connect();
      const spoken = words === '-' ? await text(process.stdin) : words;
      const response = await client.speech.createSpeech(
        {
          model: 'tts-1',
          input: spoken,
          voice: input.text('voice') ?? 'alloy',
          response_format: (path.extname(file).slice(1) || 'mp3') as SoundFormat,
          ...(speed && { speed: Number(speed) }),
        },
        { signal },
      );
      await writeResponse(response, file);
      progress(`The speech is ${file}.`);
    },
  },
};
