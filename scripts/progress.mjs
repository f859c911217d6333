// Plain JavaScript for Node >= 20. Says what is being done, how far it is and how long it usually
// takes: in a terminal one line that is updated, elsewhere a line at the start and one at the end.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const nameWidth = 34;
/** Shorter ones need no word about how long they take. */
const usualMsMin = 3000;

const durationsFile = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  '.cache',
  'durations.json',
);

/**
 * Until a phase has run here: seconds of one core, of which `shared` are those that all cores share.
 * Measured on a machine of two cores.
 */
const estimates = {
  'Installing the packages': { alone: 40 },
  'Compiling the site': { alone: 8, shared: 10 },
  'Printing pages': { alone: 2, shared: 24 },
  'Compressing files': { shared: 4 },
  'Joining the server': { alone: 4 },
};

function estimateMs(name) {
  const { alone = 0, shared = 0 } = estimates[name] ?? {};
  return (alone + shared / availableParallelism()) * 1000;
}

/** What phases took the last time, by their names; in a file, or for this process alone. */
export function openDurations(file = durationsFile) {
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return {};
    }
  };
  return {
    find: (name) => read()[name],
    keep(name, ms) {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ ...read(), [name]: Math.round(ms) }, null, 1));
      } catch {
        // A folder that can't be written is no reason to stop.
      }
    },
  };
}

export function createProgress({
  stream = process.stderr,
  now = () => performance.now(),
  durations = openDurations(),
} = {}) {
  return {
    /** Begins a phase, such as 'Printing pages'. `count` says how far it is, if that is known. */
    begin(name) {
      const startedMs = now();
      const usualMs = durations.find(name) ?? estimateMs(name);
      const watch = { name, usualMs, elapsedMs: () => now() - startedMs };
      const line = stream.isTTY ? beginInTerminal(stream, watch) : beginInLog(stream, watch);
      return {
        count: (done, total) => line.count(done, total),
        end() {
          durations.keep(name, watch.elapsedMs());
          line.end('✓');
        },
        fail: () => line.end('✗'),
      };
    },
  };
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const roughly = (ms) =>
  ms < 90_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;

function beginInTerminal(stream, { name, usualMs, elapsedMs }) {
  let frame = 0;
  let counted = '';
  const print = (mark, rest) =>
    stream.write(`\r\u001b[2K${mark} ${name.padEnd(nameWidth)} ${rest}`);
  const share = () => `${Math.min(99, Math.floor((elapsedMs() / usualMs) * 100))} %`;
  const draw = () => {
    const isLong = usualMs >= usualMsMin;
    const facts = [counted || (isLong && share()), isLong && `usually ${roughly(usualMs)}`];
    const aside = facts.filter(Boolean).join(', ');
    const dimmed = aside && `\u001b[2m  ${aside}\u001b[22m`;
    print(frames[frame++ % frames.length], seconds(elapsedMs()) + dimmed);
  };
  draw();
  const timer = setInterval(draw, frameMs);
  timer.unref?.();
  return {
    count(done, total) {
      counted = `${done} of ${total}`;
    },
    end(mark) {
      clearInterval(timer);
      print(mark, `${seconds(elapsedMs())}\n`);
    },
  };
}

function beginInLog(stream, { name, usualMs, elapsedMs }) {
  let counted = '';
  const usual = usualMs >= usualMsMin ? ` (usually ${roughly(usualMs)})` : '';
  stream.write(`${name}${usual} ...\n`);
  return {
    count(_, total) {
      counted = ` (${total})`;
    },
    end: (mark) =>
      stream.write(
        `${name}${counted}${mark === '✗' ? ' failed after' : ':'} ${seconds(elapsedMs())}\n`,
      ),
  };
}
