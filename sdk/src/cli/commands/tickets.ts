import type { Ticket } from '../../index.ts';
import { type Commands, requireWords } from '../command.ts';
import type { Column } from '../output.ts';

const columns: readonly Column<Ticket>[] = [
  ['Number', (ticket) => ticket.number],
  ['Subject', (ticket) => ticket.subject],
  ['Status', (ticket) => ticket.status_display],
  ['Updated', (ticket) => ticket.updated_at],
  ['Id', (ticket) => ticket.uuid],
];

export const commands: Commands = {
  list: {
    usage: '[options]',
    about: 'List tickets.',
    options: { status: { value: 'STATUS', about: 'Only those with this status, such as open' } },
    examples: [['Which are open?', 'weftline tickets list --status open']],
    async run({ connect, output }, input) {
      const status = input.text('status');
      const list = (await connect()).tickets.list(status ? { status } : {});
      output.rows(await list.toArray({ max: 200 }), columns);
    },
  },
  show: {
    usage: 'ID',
    about: 'Show the messages of a ticket.',
    examples: [['A conversation', 'weftline tickets show 7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41']],
    async run({ connect, output }, input) {
      const [id = ''] = requireWords(input, 'ID');
      const messages = (await connect()).messages.list(id, { ordering: 'created_at' });
      output.rows(await messages.toArray({ max: 1000 }), [
        ['Date', (message) => message.created_at],
        ['From', (message) => message.sender.display_username],
        ['Message', (message) => message.text],
      ]);
    },
  },
  create: {
    usage: 'SUBJECT MESSAGE',
    about: 'Ask support a question.',
    examples: [['A question', 'weftline tickets create "Rates" "Which rate applies to tea?"']],
    async run({ connect, output }, input) {
      const [subject = '', message = ''] = requireWords(input, 'SUBJECT', 'MESSAGE');
      output.record(await (await connect()).tickets.create({ subject, message }), columns);
    },
  },
  reply: {
    usage: 'ID MESSAGE',
    about: 'Add a message to a ticket.',
    examples: [
      ['An answer', 'weftline tickets reply 7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41 "It works."'],
    ],
    async run({ connect, progress }, input) {
      const [id = '', text = ''] = requireWords(input, 'ID', 'MESSAGE');
      await (await connect()).messages.create(id, { text });
      progress('Sent.');
    },
  },
};
