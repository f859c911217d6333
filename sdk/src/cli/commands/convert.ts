import { type Commands, requireWords } from '../command.ts';

export const commands: Commands = {
  '': {
    usage: 'AMOUNT FROM TO [options]',
    about: 'Convert an amount by the rates of central banks.',
    options: { date: { value: 'DATE', about: 'The rates of a day, as in 2026-11-02' } },
    examples: [
      ['Dollars in euros', 'weftline convert 100 USD EUR'],
      ['By the rate of a day', 'weftline convert 100 USD EUR --date 2026-11-02'],
    ],
    async run({ connect, output }, input) {
      const [amount, from, to] = requireWords(input, 'AMOUNT', 'FROM', 'TO');
      const date = input.text('date');
      const query = { amount, from, to, ...(date && { date }) };
      output.record(await (await connect()).customs.convertCurrency(query), [
        ['Result', (row) => `${row.result} ${row.to_currency}`],
        ['Rate', (row) => row.rate],
        ['Date', (row) => row.rate_date],
        ['Source', (row) => row.source],
      ]);
    },
  },
};
