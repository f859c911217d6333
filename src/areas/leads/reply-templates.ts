// Answers to begin with. {name} is the sender's, {subject} what they wrote about.
export const replyTemplates = [
  {
    name: 'First answer',
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

/** A template with the lead's own words; a lead without a subject is "your message". */
export function fillTemplate(
  { subject, body }: { subject: string; body: string },
  lead: { name: string; subject: string },
): { subject: string; body: string } {
  const words: Record<string, string> = {
    name: lead.name.split(' ')[0] ?? lead.name,
    subject: lead.subject || 'your message',
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, key: string) => words[key] ?? all);
  return { subject: fill(subject), body: fill(body) };
}
