// {name} is the sender's first name, {subject} the subject of the inquiry.
export const replyTemplates = [
  {
    name: 'First reply',
    subject: 'Your inquiry: {subject}',
    body: 'Hello {name},\n\nthank you for writing to us. We read your message and would like to understand what you need before we promise anything.\n\nWhen would a call of 30 minutes suit you in the next days?',
  },
  {
    name: 'Ask for details',
    subject: 'A few questions about {subject}',
    body: 'Hello {name},\n\nto give you a useful answer we need three things: what exists today, who will use the result, and by when you need it.\n\nA few lines for each are enough.',
  },
  {
    name: 'Not for us',
    subject: 'Your inquiry: {subject}',
    body: 'Hello {name},\n\nthank you for writing to us. This is outside of what we do well, so we would rather say no now than disappoint you later.\n\nWe wish you success with it.',
  },
] as const;

/** Fills in a template; without a subject it says "your message". */
export function fillTemplate(
  { subject, body }: { subject: string; body: string },
  lead: { name: string; subject: string },
): { subject: string; body: string } {
  const values: Record<string, string> = {
    name: lead.name.split(' ')[0] ?? lead.name,
    subject: lead.subject || 'your message',
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
  return { subject: fill(subject), body: fill(body) };
}
