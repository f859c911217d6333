/** A text whose parts between backticks are code. */
export const InlineCode = ({ text }: { text: string }) =>
  text
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order.
    .map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
