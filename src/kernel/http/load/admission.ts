// Which calls a busy process still accepts. Pure: the measurements are given by load-control.ts.

export type AdmissionLimits = {
  /** Up to so many calls in flight nothing is refused, however slow they are. */
  inFlightMin: number;
  inFlightMax: number;
};

export type Call = {
  /** The account or network whose share it takes. */
  caller: string;
  /** Sign-in and calls of staff: refused last, because they are needed to help. */
  isEssential: boolean;
};

export type Admission = {
  /** Whether the call is accepted. An accepted call is in flight until `leave`. */
  enter(call: Call): boolean;
  leave(caller: string): void;
  /**
   * Adapts the limit of calls in flight. `pressure` is the measured delay divided by the tolerated
   * one: above 1 the limit falls, well below 1 it rises again.
   */
  adjust(pressure: number): void;
  stats(): { inFlight: number; limit: number };
};

/** Beyond the limit there is room for callers who use less than their share, and for essentials. */
const lightFactor = 1.5;
const essentialFactor = 2;
/** In one step the limit falls to half of the calls in flight at most. */
const fallMin = 0.5;
const fallMax = 0.95;
const rise = 1.1;
const calmPressure = 0.7;

export function createAdmission({ inFlightMin, inFlightMax }: AdmissionLimits): Admission {
  const byCaller = new Map<string, number>();
  let inFlight = 0;
  let limit = inFlightMax;

  function hasRoomFor({ caller, isEssential }: Call): boolean {
    if (inFlight < inFlightMin) return true;
    const running = byCaller.get(caller) ?? 0;
    const callers = byCaller.size + (running === 0 ? 1 : 0);
    const isLight = running < Math.max(1, limit / callers);
    const factor = isLight ? (isEssential ? essentialFactor : lightFactor) : 1;
    return inFlight < limit * factor;
  }

  return {
    enter(call) {
      if (!hasRoomFor(call)) return false;
      inFlight++;
      byCaller.set(call.caller, (byCaller.get(call.caller) ?? 0) + 1);
      return true;
    },
    leave(caller) {
      inFlight--;
      const left = byCaller.get(caller)! - 1;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    },
    adjust(pressure) {
      if (pressure > 1) {
        const fall = Math.min(fallMax, Math.max(fallMin, 1 / pressure));
        limit = Math.max(inFlightMin, Math.floor(Math.min(limit, inFlight) * fall));
      } else if (pressure < calmPressure) {
        limit = Math.min(inFlightMax, Math.ceil(limit * rise));
      }
    },
    stats: () => ({ inFlight, limit }),
  };
}
