import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canBecome, type LeadStatus, leadStatuses } from '../lead-status.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rows = readme
  .slice(readme.indexOf('| state '))
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const [[, ...events] = [], ...states] = rows;

describe('the table of the README', () => {
  it('names every state and every event', () => {
    expect(events).toEqual([...leadStatuses]);
    expect(states.map(([state]) => state)).toEqual([...leadStatuses]);
  });

  const cells = states.flatMap(([from, ...outcomes]) =>
    outcomes.map((outcome, at) => ({ from: from!, to: events[at]!, outcome })),
  );
  it.each(cells)('$from -> $to is $outcome', ({ from, to, outcome }) => {
    const isAllowed = canBecome(from as LeadStatus, to as LeadStatus);
    expect(outcome).toBe(from === to ? 'same' : isAllowed ? to : '`invalid_state`');
  });
});
