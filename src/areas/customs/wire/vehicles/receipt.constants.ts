// A car's duty as the home page shows it: a few facts with two or more values, and the charges for
// every combination. `npm run generate` writes it with the engine.

export type ReceiptFact = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

export type ReceiptLine = {
  code: string;
  label: string;
  /** Empty if it is unknown. */
  rate: string;
  /** Null if it is unknown; `text` then says why. */
  amount: string | null;
  text?: string;
  source: string;
};

export type ReceiptAnswer = {
  lines: readonly ReceiptLine[];
  total: string;
  /** One of the lines is unknown. */
  isMinimum: boolean;
};

export type Receipt = {
  /** ISO code. */
  country: string;
  rules: string;
  /** The day of the rules. */
  asOf: string;
  facts: readonly ReceiptFact[];
  /** Every line that occurs, once. */
  lines: readonly ReceiptLine[];
  /** By the values of the facts, in their order; lines by position. The first is shown first. */
  answers: Readonly<
    Record<string, { lines: readonly number[]; total: string; isMinimum?: boolean }>
  >;
};

/** One value per fact, in the order of the facts. */
export type Choice = readonly string[];

export const answerKey = (choice: Choice): string => choice.join(' ');

export function findAnswer(receipt: Receipt, choice: Choice): ReceiptAnswer {
  const answer = receipt.answers[answerKey(choice)];
  if (!answer) throw new RangeError(`The receipt has no answer for ${answerKey(choice)}.`);
  return {
    total: answer.total,
    isMinimum: answer.isMinimum ?? false,
    lines: answer.lines.flatMap((at) => receipt.lines[at] ?? []),
  };
}

/**
 * The facts that a line depends on, by position: with another value of the fact, and all others the
 * same, the line would be different.
 */
export function listLineFacts(receipt: Receipt, choice: Choice, line: ReceiptLine): number[] {
  const isSame = (other: Choice) => findAnswer(receipt, other).lines.some((one) => one === line);
  return receipt.facts.flatMap(({ options }, at) =>
    options.every(({ value }) => isSame(choice.with(at, value))) ? [] : [at],
  );
}
