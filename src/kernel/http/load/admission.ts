// Which calls a busy process still accepts. Pure: load-control.ts measures. Not a fair queue: calls
// do not wait, and the limit follows what is measured.
import { createCounts } from '../../counts.ts';

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
  const inFlight = createCounts<string>();
  let limit = inFlightMax;

  function hasRoomFor({ caller, isEssential }: Call): boolean {
    if (inFlight.total() < inFlightMin) return true;
    const running = inFlight.read(caller);
    const callers = inFlight.byKey.size + (running === 0 ? 1 : 0);
    const isLight = running < Math.max(1, limit / callers);
    const factor = isLight ? (isEssential ? essentialFactor : lightFactor) : 1;
    return inFlight.total() < limit * factor;
  }

  return {
    enter(call) {
      if (!hasRoomFor(call)) return false;
      inFlight.add(call.caller, 1);
      return true;
    },
    leave: (caller) => inFlight.add(caller, -1),
    adjust(pressure) {
      if (pressure > 1) {
        const fall = Math.min(fallMax, Math.max(fallMin, 1 / pressure));
        limit = Math.max(inFlightMin, Math.floor(Math.min(limit, inFlight.total()) * fall));
      } else if (pressure < calmPressure) {
        limit = Math.min(inFlightMax, Math.ceil(limit * rise));
      }
    },
    stats: () => ({ inFlight: inFlight.total(), limit }),
  };
}
