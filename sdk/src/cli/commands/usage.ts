import type { ReadChartQuery } from '../../index.ts';
import { printBars } from '../chart.ts';
import type { Commands } from '../command.ts';

export const commands: Commands = {
  '': {
    usage: '[options]',
    about: 'Show requests or spending of a period as a chart.',
    options: {
      period: { value: 'PERIOD', about: '7d, 30d, 90d or 1y; 7d by default' },
      metric: { value: 'METRIC', about: 'requests, spend or payments; requests by default' },
      currency: { value: 'CODE', about: 'Of amounts; USD by default' },
    },
    examples: [
      ['This week', 'weftline usage'],
      ['What was spent in 90 days', 'weftline usage --metric spend --period 90d'],
      ['For a spreadsheet', 'weftline usage --period 1y --output csv > usage.csv'],
    ],
    async run({ connect, output }, input) {
      const currency = input.text('currency');
      const chart = await (await connect()).billing.readChart({
        period: (input.text('period') ?? '7d') as NonNullable<ReadChartQuery['period']>,
        metric: (input.text('metric') ?? 'requests') as NonNullable<ReadChartQuery['metric']>,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(currency && { currency }),
      });
      const rows = chart.series.flatMap(({ name, data }) =>
        data.map(({ x, y }) => ({ series: name, date: x, value: y })),
      );
      if (output.format !== 'table') {
        output.rows(rows, [
          ['Series', (row) => row.series],
          ['Date', (row) => row.date],
          ['Value', (row) => row.value],
        ]);
        return;
      }
      for (const { name, data } of chart.series) {
        output.text(output.bold(`${name}, ${chart.period}`));
        const bars = data.map(({ x, y }) => ({ label: x.slice(0, 10), value: y }));
        for (const line of printBars(bars, process.stdout.columns ?? 80)) output.text(line);
      }
      if (rows.every(({ value }) => value === 0)) output.text('Nothing in this period.');
    },
  },
};
