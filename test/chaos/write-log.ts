// What clients of the load know: which writes they attempted, and which of them were acknowledged.
import type { Answer } from './client.ts';

export type Write = {
  /** What was written, such as `message`. */
  kind: string;
  /** Finds it among what is stored; nothing else has it. */
  mark: string;
  /** A read is no sign that the database can be written. */
  isRead: boolean;
  acknowledgedMs: number | null;
  /** Who acknowledged it, and when that call was sent. */
  answer: Pick<Answer, 'origin' | 'sentMs'> | null;
};

export type Comparison = {
  /** Acknowledged, and not stored. */
  lost: string[];
  /** Stored more than once. */
  doubled: string[];
  /** Stored, and never attempted. */
  unknown: string[];
};

export type WriteLog = {
  begin(kind: string, mark: string, isRead?: boolean): Write;
  acknowledge(write: Write, answer: Write['answer']): void;
  /** Compares the writes of a kind with the marks of all that is stored. */
  compare(kind: string, stored: readonly string[]): Comparison;
  attempted(kind: string): number;
  acknowledged(kind: string): Write[];
  /** Acknowledged writes of all kinds, without reads. */
  listWrites(): Write[];
  /** How many were acknowledged, without reads. */
  countWrites(): number;
  /** The longest time without an acknowledged write that began or ended in this span. */
  worstGapMs(fromMs: number, toMs: number): number;
};

export function createWriteLog(now: () => number = () => performance.now()): WriteLog {
  const writes: Write[] = [];
  /** Ascending. */
  const times: number[] = [];
  const ofKind = (kind: string) => writes.filter((write) => write.kind === kind);
  const acknowledged = (kind: string) =>
    ofKind(kind).filter(({ acknowledgedMs }) => acknowledgedMs !== null);
  return {
    begin(kind, mark, isRead = false) {
      const write: Write = { kind, mark, isRead, acknowledgedMs: null, answer: null };
      writes.push(write);
      return write;
    },
    acknowledge(write, answer) {
      write.acknowledgedMs = now();
      write.answer = answer;
      if (!write.isRead) times.push(write.acknowledgedMs);
    },
    compare(kind, stored) {
      const times = new Map<string, number>();
      for (const mark of stored) times.set(mark, (times.get(mark) ?? 0) + 1);
      const known = new Set(ofKind(kind).map(({ mark }) => mark));
      return {
        lost: acknowledged(kind)
          .map(({ mark }) => mark)
          .filter((mark) => !times.has(mark)),
        doubled: [...times].filter(([, count]) => count > 1).map(([mark]) => mark),
        unknown: [...times.keys()].filter((mark) => !known.has(mark)),
      };
    },
    attempted: (kind) => ofKind(kind).length,
    acknowledged,
    listWrites: () =>
      writes.filter(({ isRead, acknowledgedMs }) => !isRead && acknowledgedMs !== null),
    countWrites: () => times.length,
    worstGapMs: (fromMs, toMs) => worstGapMs(times, fromMs, toMs),
  };
}

/** Of ascending times. Before the first and after the last one it is limited by the span. */
export function worstGapMs(times: readonly number[], fromMs: number, toMs: number): number {
  const before = times.findLast((time) => time < fromMs) ?? fromMs;
  const after = times.find((time) => time > toMs) ?? toMs;
  const within = times.filter((time) => time >= fromMs && time <= toMs);
  const all = [before, ...within, after];
  return Math.max(...all.slice(1).map((time, at) => time - all[at]!));
}
