import type { Commands } from '../command.ts';

export const commands: Commands = {
  balance: {
    usage: '',
    about: 'Show the balance in each currency.',
    examples: [['What is left?', 'weftline wallet balance']],
    async run({ connect, output }) {
      const { balances } = await (await connect()).payments.readBalance();
      output.rows(balances, [
        ['Currency', (row) => row.currency],
        ['Available', (row) => row.available],
        ['Reserved', (row) => row.reserved],
      ]);
    },
  },
  transactions: {
    usage: '[options]',
    about: 'List transactions, the newest first.',
    options: { max: { value: 'NUMBER', about: 'How many at most; 20 by default' } },
    examples: [['The last hundred as CSV', 'weftline wallet transactions --max 100 -o csv']],
    async run({ connect, output }, input) {
      const list = (await connect()).payments.listTransactions();
      output.rows(await list.toArray({ max: Number(input.text('max') ?? 20) }), [
        ['Date', (row) => row.created_at],
        ['Type', (row) => row.transaction_type],
        ['Amount', (row) => row.amount],
        ['Currency', (row) => row.currency],
        ['Description', (row) => row.description],
      ]);
    },
  },
};
