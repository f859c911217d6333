// Prompts that people choose in their assistant.
import type { GetPromptResult } from '@modelcontextprotocol/server';

type PromptArgument = { name: string; description: string; required: boolean };
type PromptDefinition = {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  write(args: Readonly<Record<string, string>>): string;
};

const lines = (...all: string[]) => all.join('\n');
const needed = (name: string, description: string) => ({ name, description, required: true });
const optional = (name: string, description: string) => ({ name, description, required: false });

export const prompts: readonly PromptDefinition[] = [
  {
    name: 'price_an_import',
    title: 'Price an import',
    description: 'Finds the tariff code, calculates what is due, and says what is not known.',
    arguments: [
      needed('goods', 'What is imported, how many, and the price of each with its currency.'),
      needed('destination', 'The country that it is imported into.'),
      optional('origin', 'The country where it was made.'),
    ],
    write: ({ goods, destination, origin }) =>
      lines(
        'Work out what it costs to import this:',
        `- Goods: ${goods}`,
        `- Into: ${destination}`,
        `- Made in: ${origin ?? 'not said; ask me'}`,
        '',
        '1. Find the tariff code with searchHsCodes, and ask me when several fit.',
        '2. Calculate with calculateGoods and "preview": "true", which is free.',
        '3. Show every line with its base, rate and source, and the total. What is not known is not zero: say what is missing and that the total is a minimum then.',
        '4. Offer to compare variations, such as another incoterm or origin, with compareGoods.',
      ),
  },
  {
    name: 'explain_a_failed_call',
    title: 'Find out why a call failed',
    description: 'Looks a call up in the request log and explains its error.',
    arguments: [
      optional('request_id', 'Of the response: X-Request-Id, or request_id in its body.'),
    ],
    write: ({ request_id: id }) =>
      lines(
        'Find out why my call failed.',
        id
          ? `Its request id is ${id}: read it with readUsage.`
          : 'I have no request id: list the newest failed calls with listUsage, and ask me which.',
        '',
        '1. Read its status and error code, and the page of the code with read_docs at /docs/errors/CODE.',
        '2. Say in one sentence what was wrong, then what to change in the request, with an example.',
        '3. If the error is on the side of the service, check readStatus, and offer to open a ticket with the request id.',
      ),
  },
  {
    name: 'explain_my_usage',
    title: 'Explain what was used this month',
    description: 'Sums up the plan, what was used of it, and whether it will last.',
    arguments: [],
    write: () =>
      lines(
        'Explain what I used of my plan this month.',
        '',
        '1. Read readCurrentSubscription and readOverview.',
        '2. Say for each limit what is used, what is left and when it starts again, and which calls used most of it.',
        '3. If a limit will be reached before the month ends, say when, and compare the plans of listTariffs.',
      ),
  },
];

/** Undefined for a name that does not exist. */
export function writePrompt(
  name: string,
  args: Readonly<Record<string, string>>,
): GetPromptResult | undefined {
  const prompt = prompts.find((one) => one.name === name);
  return (
    prompt && {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.write(args) } }],
    }
  );
}

/** The required arguments that are missing. */
export const missingArguments = (name: string, args: Readonly<Record<string, string>>): string[] =>
  (prompts.find((one) => one.name === name)?.arguments ?? [])
    .filter(({ name: argument, required }) => required && !args[argument]?.trim())
    .map(({ name: argument }) => argument);
