// What the customs area offers in assistants beside its calls.
import { optionalArgument, type Prompt, requiredArgument } from '#kernel/mcp/prompts.ts';
import type { ApiDocument } from '#kernel/mcp/resources.ts';
import { listRuleSets } from '../wire/rule-sets/rule-sets.ts';

export const customsPrompts: readonly Prompt[] = [
  {
    name: 'price_an_import',
    title: 'Price an import',
    description: 'Finds the tariff code, calculates what is due, and says what is not known.',
    arguments: [
      requiredArgument(
        'goods',
        'What is imported, how many, and the price of each with its currency.',
      ),
      requiredArgument('destination', 'The country that it is imported into.'),
      optionalArgument('origin', 'The country where it was made.'),
    ],
    write: ({ goods, destination, origin }) => [
      'Work out what it costs to import this:',
      `- Goods: ${goods}`,
      `- Into: ${destination}`,
      `- Made in: ${origin ?? 'not said; ask me'}`,
      '',
      '1. Find the tariff code with searchHsCodes, and ask me when several fit.',
      '2. Calculate with calculateGoods and "preview": "true", which is free.',
      '3. Show every line with its base, rate and source, and the total. What is not known is not zero: say what is missing and that the total is a minimum then.',
      '4. Offer to compare variations, such as another incoterm or origin, with compareGoods.',
    ],
  },
];

export const rulesDocument: ApiDocument = {
  path: listRuleSets.path,
  name: 'customs-rules',
  title: 'Rules of customs',
  description: 'What is known for each country and when it was checked, with its sources.',
};
