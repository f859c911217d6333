// Limits the formatting of a message. The parser's time is quadratic in the amount of markup, its
// stack grows with the nesting, and one row can make a table of any width: without limits a message
// could freeze the reader's browser.

const marksMax = 1000;
const markersMax = 12;
const nodesMax = 3000;
const depthMax = 40;

/** Characters that start, end or separate formatting; every line adds a block or a break. */
const marks = /[*_~`[\]<>|&\\@\n]/g;
/** The quotes and lists that a line starts or continues. */
const opening = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))*/;
const marker = />|[-+*]|\d+[.)]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Checked before parsing; linear in the length of the text. */
export const isCheapToParse = (text: string): boolean =>
  count(text, marks) <= marksMax &&
  text.split('\n').every((line) => count(opening.exec(line)?.[0] ?? '', marker) <= markersMax);

type Node = { type: string; align?: unknown[]; children?: Node[] };

/** Short rows are padded to the width of the table head. */
const countCells = ({ type, align = [], children = [] }: Node): number =>
  type === 'table' ? align.length * children.length : 0;

/** Checked after parsing. */
export function isCheapToShow(tree: Node): boolean {
  let nodes = 0;
  let level: Node[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.reduce((sum, node) => sum + 1 + countCells(node), 0);
    if (depth > depthMax || nodes > nodesMax) return false;
    level = level.flatMap(({ children = [] }) => children);
  }
  return true;
}
