// What formatting a message may ask for. The parser takes time that grows with the square of the
// markup and overflows the stack by its depth, and one row makes a table of any width: who writes
// to support could stop the browser of who reads it.

const marksMax = 1000;
const markersMax = 12;
const nodesMax = 3000;
const depthMax = 40;

/** What begins, ends or separates formatting; every line is one more block or break. */
const marks = /[*_~`[\]<>|&\\@\n]/g;
/** The quotes and lists that one line opens or goes on with. */
const opening = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))*/;
const marker = />|[-+*]|\d+[.)]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text is cheap to parse: asked before it is, and linear in its length. */
export const isCheapToParse = (text: string): boolean =>
  count(text, marks) <= marksMax &&
  text.split('\n').every((line) => count(opening.exec(line)?.[0] ?? '', marker) <= markersMax);

type Node = { type: string; align?: unknown[]; children?: Node[] };

/** Short rows of a table are filled up to the width of its head. */
const cellsOf = ({ type, align = [], children = [] }: Node): number =>
  type === 'table' ? align.length * children.length : 0;

/** Whether what was parsed is little enough to be shown. */
export function isCheapToShow(tree: Node): boolean {
  let nodes = 0;
  let level: Node[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.reduce((sum, node) => sum + 1 + cellsOf(node), 0);
    if (depth > depthMax || nodes > nodesMax) return false;
    level = level.flatMap(({ children = [] }) => children);
  }
  return true;
}
