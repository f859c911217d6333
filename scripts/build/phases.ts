// A build reports its phases to the program that started it, which shows the progress and remembers
// how long each phase took.
export type PhaseMessage = { phase: string; done?: number; total?: number };

/** Ends the phase before it. Without such a program nothing is sent. */
export const beginPhase = (phase: string): void => send({ phase });

export const countPhase = (phase: string, done: number, total: number): void =>
  send({ phase, done, total });

const send = (message: PhaseMessage): void => {
  process.send?.(message);
};
