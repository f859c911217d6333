// Plain JavaScript for Node >= 20. Says what is being done and how long it takes: in a terminal one
// line that is updated, elsewhere a line for each phase.

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const nameWidth = 34;

export function createProgress({ stream = process.stderr, now = () => performance.now() } = {}) {
  return {
    /** Begins a phase, such as 'Building the site'. `hint` says how long it usually takes. */
    begin(name, hint = '') {
      const startedMs = now();
      const seconds = () => `${((now() - startedMs) / 1000).toFixed(1)} s`;
      const phase = stream.isTTY
        ? beginInTerminal(stream, name, hint, seconds)
        : beginInLog(stream, name, hint, seconds);
      return { end: () => phase.end('✓'), fail: () => phase.end('✗') };
    },
  };
}

function beginInTerminal(stream, name, hint, seconds) {
  let frame = 0;
  const print = (mark, rest) =>
    stream.write(`\r\u001b[2K${mark} ${name.padEnd(nameWidth)} ${rest}`);
  const draw = () => {
    const usual = hint && `\u001b[2m  ${hint}\u001b[22m`;
    print(frames[frame++ % frames.length], seconds() + usual);
  };
  draw();
  const timer = setInterval(draw, frameMs);
  timer.unref?.();
  return {
    end(mark) {
      clearInterval(timer);
      print(mark, `${seconds()}\n`);
    },
  };
}

function beginInLog(stream, name, hint, seconds) {
  stream.write(`${name}${hint && ` (${hint})`} ... `);
  return {
    end: (mark) => stream.write(`${mark === '✗' ? 'failed after ' : ''}${seconds()}\n`),
  };
}
