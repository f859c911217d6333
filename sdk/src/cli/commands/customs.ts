import type {
  CompareGoodsBody,
  CompareVehiclesBody,
  CustomsCalculation,
  GoodsInput,
  VehicleInput,
  Weftline,
} from '../../index.ts';
import {
  type Command,
  type Commands,
  type Context,
  type Input,
  type Option,
  UsageError,
} from '../command.ts';
import { readJson, writeResponse } from '../files.ts';
import type { Output } from '../output.ts';

const inputOptions: Readonly<Record<string, Option>> = {
  file: { value: 'FILE', short: 'f', about: 'Facts as JSON; - reads stdin' },
  set: {
    value: 'NAME=VALUE',
    isRepeatable: true,
    about: 'One more fact, by its name in the reference; may be repeated',
  },
  title: { value: 'TEXT', about: 'Of a calculation that is saved' },
  pdf: { value: 'FILE', about: 'Save the calculation, and store it as a PDF' },
};

/** `true`, numbers and objects are meant as such; everything else is text. */
function toFact(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readFacts(input: Input): Promise<Record<string, unknown>> {
  const file = input.text('file');
  const facts = file ? ((await readJson(file)) as Record<string, unknown>) : {};
  for (const pair of input.texts('set')) {
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    if (!name) throw new UsageError(`--set needs NAME=VALUE, not ${pair}.`);
    facts[name] = toFact(value);
  }
  const amount = input.text('price');
  const currency = input.text('currency');
  if (amount) facts.price = { amount, ...(currency && { currency }) };
  for (const [option, fact] of [
    ['to', 'destination_country'],
    ['from', 'origin_country'],
  ] as const) {
    const value = input.text(option);
    if (value) facts[fact] = value;
  }
  return facts;
}

function printCalculation(output: Output, calculation: CustomsCalculation): void {
  if (output.format === 'json') {
    output.record(calculation, []);
    return;
  }
  output.rows(calculation.breakdown, [
    ['Code', (line) => line.code],
    ['What', (line) => line.label],
    ['Base', (line) => line.base],
    ['Rate', (line) => line.rate],
    ['Amount', (line) => line.amount],
  ]);
  const { total_payments, currency, total_is_minimum, missing, warnings } = calculation;
  const least = total_is_minimum ? 'at least ' : '';
  output.text(output.bold(`Total ${least}${total_payments} ${currency}`));
  if (missing.length > 0) output.text(`Needed for the rest: ${missing.join(', ')}`);
  for (const { message } of warnings) output.text(output.dim(message));
}

type Kind<Facts> = {
  calculate: (client: Weftline, facts: Facts) => Promise<CustomsCalculation>;
  save: (client: Weftline, facts: Facts & { title: string }) => Promise<{ id?: number | null }>;
  readPdf: (client: Weftline, id: number) => Promise<Response>;
};

const run =
  <Facts>({ calculate, save, readPdf }: Kind<Facts>) =>
  async ({ connect, output, progress }: Context, input: Input): Promise<void> => {
    const facts = (await readFacts(input)) as Facts;
    const client = await connect();
    printCalculation(output, await calculate(client, facts));
    const file = input.text('pdf');
    if (!file) return;
    const { id } = await save(client, {
      ...facts,
      title: input.text('title') ?? 'From the terminal',
    });
    if (!id) throw new Error('The calculation was not saved.');
    await writeResponse(await readPdf(client, id), file);
    progress(`Saved as calculation ${id}; the PDF is ${file}.`);
  };

const vehicle: Command = {
  usage: '[options]',
  about: 'Calculate duties and taxes on a vehicle.',
  options: {
    to: { value: 'COUNTRY', about: 'Where it goes: two letters' },
    from: { value: 'COUNTRY', about: 'Where it was made: two letters' },
    price: { value: 'AMOUNT', about: 'What it cost' },
    currency: { value: 'CODE', about: 'Of the price' },
    ...inputOptions,
  },
  examples: [
    [
      'A used car from Japan to Germany',
      'weftline customs vehicle --to DE --from JP --price 18600 --currency EUR --set powertrain=petrol --set engine_capacity_cc=1998',
    ],
    ['Facts of a file, result as a PDF', 'weftline customs vehicle -f car.json --pdf duties.pdf'],
  ],
  run: run<VehicleInput>({
    calculate: (client, facts) => client.customs.calculateVehicle(facts),
    save: (client, facts) => client.customs.saveVehicle(facts),
    readPdf: (client, id) => client.customs.readVehiclePdf(id),
  }),
};

const goods: Command = {
  usage: '[options]',
  about: 'Calculate duties and taxes on a consignment of goods.',
  options: {
    to: { value: 'COUNTRY', about: 'Where it goes: two letters' },
    from: { value: 'COUNTRY', about: 'Where it was made: two letters' },
    ...inputOptions,
  },
  examples: [
    ['Facts of a file', 'weftline customs goods -f goods.json'],
    [
      'Facts of another program',
      `echo '{"destination_country":"DE","currency":"EUR","items":[{"description":"Shirts","hs_code":"610910","quantity":10,"value":"250"}]}' | weftline customs goods -f -`,
    ],
  ],
  run: run<GoodsInput>({
    calculate: (client, facts) => client.customs.calculateGoods(facts),
    save: (client, facts) => client.customs.saveGoods(facts),
    readPdf: (client, id) => client.customs.readGoodsPdf(id),
  }),
};

const compare: Command = {
  usage: 'FILE [options]',
  about: 'Compare scenarios: a base, and changes of it, from a JSON file.',
  options: {
    goods: { about: 'The scenarios are of goods, not of a vehicle' },
    pdf: { value: 'FILE', about: 'Store the comparison as a PDF' },
  },
  examples: [
    ['The same car to three countries', 'weftline customs compare scenarios.json'],
    ['As a PDF', 'weftline customs compare scenarios.json --pdf comparison.pdf'],
  ],
  async run({ connect, output, progress }, input) {
    const body = await readJson(input.words[0] ?? '-');
    const { customs } = await connect();
    const isGoods = input.isSet('goods');
    const { results, cheapest } = isGoods
      ? await customs.compareGoods(body as CompareGoodsBody)
      : await customs.compareVehicles(body as CompareVehiclesBody);
    output.rows(results, [
      ['Scenario', ({ label }) => (label === cheapest ? `${label} (cheapest)` : label)],
      ['Total', ({ calculation }) => calculation?.total_payments],
      ['Currency', ({ calculation }) => calculation?.currency],
      ['Landed cost', ({ calculation }) => calculation?.landed_cost],
      ['Problem', ({ error }) => error],
    ]);
    const file = input.text('pdf');
    if (!file) return;
    const pdf = isGoods
      ? await customs.compareGoods(body as CompareGoodsBody, { format: 'pdf' })
      : await customs.compareVehicles(body as CompareVehiclesBody, { format: 'pdf' });
    await writeResponse(pdf, file);
    progress(`The PDF is ${file}.`);
  },
};

export const commands: Commands = { vehicle, goods, compare };
