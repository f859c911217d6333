// The objects of a large JSON array, one at a time.
import { createReadStream } from 'node:fs';
import { addProblem, type Problems } from './files.ts';

export type JsonItem = { line: number; value: unknown };

/** Of one object, in characters. */
const itemMax = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const lineBreak = 0x0a;
const opens = new Set([0x7b, 0x5b]);
const closes = new Set([0x7d, 0x5d]);

/** Only the array at the top of the file is opened: an object that has it inside is one problem. */
export async function* jsonItems(file: string, problems: Problems): AsyncGenerator<JsonItem> {
  const scan = new ItemScan();
  for await (const chunk of createReadStream(file, 'utf8')) {
    for (const { line, text } of scan.read(chunk as string)) {
      const value = parseItem(text);
      if (value === undefined) addProblem(problems, line, 'This is not valid JSON.');
      else yield { line, value };
    }
    if (scan.problem) return addProblem(problems, scan.line, scan.problem);
  }
  if (scan.depth > 0) addProblem(problems, scan.line, 'The file ends in the middle of an object.');
}

function parseItem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class ItemScan {
  line = 1;
  depth = 0;
  problem: string | null = null;
  startLine = 1;
  text = '';
  isInString = false;
  isEscaped = false;

  /** The objects that end in this chunk. */
  *read(chunk: string): Generator<{ line: number; text: string }> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === lineBreak) this.line += 1;
      const change = this.step(code);
      if (change === 0) continue;
      if (this.depth === 0 && code !== 0x5b) return this.stop('A JSON array is expected.');
      if (change > 0 && this.depth === 1) {
        start = at;
        this.startLine = this.line;
        this.text = '';
      }
      this.depth += change;
      if (change < 0 && this.depth === 1) {
        yield { line: this.startLine, text: this.text + chunk.slice(start, at + 1) };
        this.text = '';
        start = at + 1;
      }
    }
    if (this.depth > 1) this.text += chunk.slice(start);
    if (this.text.length > itemMax) this.stop('An object is too long.');
  }

  /** 1 where something opens, -1 where it closes. */
  step(code: number): number {
    if (this.isInString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === backslash) this.isEscaped = true;
      else if (code === quote) this.isInString = false;
      return 0;
    }
    if (code === quote) this.isInString = true;
    if (opens.has(code)) return 1;
    return closes.has(code) ? -1 : 0;
  }

  stop(problem: string): void {
    this.problem = problem;
  }
}
