// Tests the state table of a README (the result of each event in each state), cell by cell.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type StateMachine<State extends string, Event extends string> = {
  states: readonly State[];
  events: readonly Event[];
  /** The expected text of the cell. */
  transition: (from: State, event: Event) => string;
};

function readTable(readme: URL, corner: string): string[][] {
  const text = readFileSync(readme, 'utf8');
  const [table = ''] = text.slice(text.indexOf(`| ${corner} `)).split('\n\n', 1);
  const [head = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return [head, ...rows];
}

/** `corner` is the text of the table's first cell. */
export function testStateTable<State extends string, Event extends string>(
  readme: URL,
  { states, events, transition }: StateMachine<State, Event>,
  corner = 'state',
) {
  const [[, ...heads] = [], ...rows] = readTable(readme, corner);

  describe('the table of the README', () => {
    it('names every state and every event', () => {
      expect(heads).toEqual([...events]);
      expect(rows.map(([state]) => state)).toEqual([...states]);
    });

    const cells = states.flatMap((from, row) =>
      events.map((event, at) => ({ from, event, outcome: rows[row]?.[at + 1] })),
    );
    it.each(cells)('$from, $event: $outcome', ({ from, event, outcome }) => {
      expect(transition(from, event)).toBe(outcome);
    });
  });
}
