// The geometry of charts. Values are floating-point numbers, only used for positions.

const stepFactors = [1, 2, 2.5, 5, 10];

type TickOptions = { hasFractions?: boolean | undefined; stepsCount?: number };

/** Round numbers that enclose zero and all values, from the lowest to the highest. */
export function niceTicks(
  values: readonly number[],
  { hasFractions = false, stepsCount = 4 }: TickOptions = {},
): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const rawStep = (highest - lowest || 1) / stepsCount;
  const power = 10 ** Math.floor(Math.log10(rawStep));
  const nice = power * (stepFactors.find((factor) => factor * power >= rawStep) ?? 10);
  const step = hasFractions ? nice : Math.max(1, Math.ceil(nice));
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(decimals)),
  );
}

/** Maps values between the first and the last tick to pixels, the highest at `top`. */
export function scaleY(ticks: readonly number[], top: number, bottom: number) {
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)];
  return (value: number) =>
    Math.round((bottom - ((value - lowest) / (highest - lowest)) * (bottom - top)) * 10) / 10;
}

const characterPx = 7;
const labelGapPx = 28;

export const labelWidthPx = (label: string) => label.length * characterPx;

/** Every how many points a label fits without touching its neighbour. */
export function labelStep(labels: readonly string[], stepPx: number): number {
  const widest = Math.max(0, ...labels.map(labelWidthPx));
  return Math.max(1, Math.ceil((widest + labelGapPx) / Math.max(stepPx, 1)));
}

/** A line through points, as the path of an SVG. */
export const linePath = (points: readonly (readonly [x: number, y: number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** A line that stays at each value for the whole width of its band. */
export const stepPath = (ys: readonly number[], bandPx: number) =>
  ys
    .map((y, index) => {
      const [from, to] = [index * bandPx, (index + 1) * bandPx].map((x) => Math.round(x * 10) / 10);
      return `${index === 0 ? 'M' : 'L'}${from} ${y}H${to}`;
    })
    .join('');
