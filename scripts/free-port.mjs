// Plain JavaScript for Node >= 20.
import { createServer } from 'node:net';

/**
 * Resolves with what to tell the operator when the port of a start is taken, before minutes go into
 * installing and building. A wrong value is for the configuration to report.
 */
export function findPortProblem({ PORT, HOST } = process.env) {
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(problems[code]?.(port)));
    probe.listen(port, HOST || '127.0.0.1', () => probe.close(() => resolve(undefined)));
  });
}

const problems = {
  EADDRINUSE: (port) =>
    `Port ${port} is taken by another program, perhaps by an earlier start.\n` +
    `Stop that one, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (port) =>
    `Port ${port} is not open to this user. Choose another one: PORT=3000 npm start`,
};
