import { replyHours } from '#areas/leads/wire/leads.constants.ts';

const steps = [
  { when: 'Right away', what: 'An email confirms that your message has arrived.' },
  {
    when: `Within ${replyHours} hours`,
    what: 'A person answers you, and tells you if we are not the right fit.',
  },
  {
    when: 'In the first week',
    what: 'If we are, you get a drawing of the system, and a first step with its price.',
  },
] as const;

/** Beside the form: what the sender can expect, and when. */
export const WhatHappensNext = () => (
  <section aria-labelledby="what-happens-next">
    <h2 id="what-happens-next" className="text-xl">
      What happens next
    </h2>
    <ol className="mt-4 grid gap-4">
      {steps.map(({ when, what }) => (
        <li key={when} className="grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
          <span className="text-sm text-quiet">{when}</span>
          <span className="max-w-measure">{what}</span>
        </li>
      ))}
    </ol>
  </section>
);
