import type { Commands } from '../command.ts';
import { allTopics, topicsOption } from '../topics.ts';

export const commands: Commands = {
  listen: {
    usage: '[options]',
    about: 'Print changes as they happen, one line of JSON for each, until Ctrl-C.',
    options: {
      ...topicsOption,
      after: { value: 'ID', about: 'Begin after the event with this id' },
    },
    examples: [
      ['Tickets only', 'weftline events listen --topics tickets'],
      ['Act on each', 'weftline events listen | while read -r event; do echo "$event"; done'],
    ],
    async run({ connect, progress, signal }, input) {
      const client = await connect();
      const query = { topics: input.text('topics') ?? allTopics };
      progress('Listening. Ctrl-C ends it.');
      const options = { signal, lastEventId: input.text('after') };
      for await (const event of client.events.followTopics(query, options))
        process.stdout.write(`${JSON.stringify(event)}\n`);
    },
  },
};
