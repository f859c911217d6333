import { optionalArgument, type Prompt } from '#kernel/mcp/prompts.ts';

export const billingPrompts: readonly Prompt[] = [
  {
    name: 'explain_a_failed_call',
    title: 'Find out why a call failed',
    description: 'Looks a call up in the request log and explains its error.',
    arguments: [
      optionalArgument('request_id', 'Of the response: X-Request-Id, or request_id in its body.'),
    ],
    write: ({ request_id: id }) => [
      'Find out why my call failed.',
      id
        ? `Its request id is ${id}: read it with readUsage.`
        : 'I have no request id: list the newest failed calls with listUsage, and ask me which.',
      '',
      '1. Read its status and error code, and the page of the code with read_docs at /docs/errors/CODE.',
      '2. Say in one sentence what was wrong, then what to change in the request, with an example.',
      '3. If the error is on the side of the service, check readStatus, and offer to open a ticket with the request id.',
    ],
  },
  {
    name: 'explain_my_usage',
    title: 'Explain what was used this month',
    description: 'Sums up the plan, what was used of it, and whether it will last.',
    arguments: [],
    write: () => [
      'Explain what I used of my plan this month.',
      '',
      '1. Read readCurrentSubscription and readOverview.',
      '2. Say for each limit what is used, what is left and when it starts again, and which calls used most of it.',
      '3. If a limit will be reached before the month ends, say when, and compare the plans of listTariffs.',
    ],
  },
];
