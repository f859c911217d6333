import { describe, expect, test } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';

const limits = { inFlightMin: 4, inFlightMax: 100 };
const by = (caller: string, isEssential = false) => ({ caller, isEssential });

/** How many of `count` calls are accepted. */
const enter = (admission: Admission, count: number, caller: string, isEssential = false) =>
  Array.from({ length: count }, () => admission.enter(by(caller, isEssential))).filter(Boolean)
    .length;

/** With a limit of 10 and `held` calls of the flooding account in flight. */
function underPressure(count = 10): Admission {
  const admission = createAdmission(limits);
  expect(enter(admission, 20, 'flood')).toBe(20);
  admission.adjust(2);
  expect(admission.stats()).toEqual({ inFlight: 20, limit: 10 });
  for (let at = count; at < 20; at++) admission.leave('flood');
  return admission;
}

test('without pressure calls are accepted up to the maximum', () => {
  expect(enter(createAdmission(limits), 150, 'one')).toBe(100);
});

test('a call that has ended makes room for the next', () => {
  const admission = underPressure(10);
  expect(admission.enter(by('flood'))).toBe(false);
  admission.leave('flood');
  expect(admission.enter(by('flood'))).toBe(true);
});

test('an account with little in flight is accepted before one that floods', () => {
  const admission = underPressure(10);
  expect(enter(admission, 5, 'flood')).toBe(0);
  expect(enter(admission, 5, 'light')).toBe(5);
  expect(enter(admission, 1, 'flood')).toBe(0);
});

test('room for light accounts ends, and that for sign-in and staff ends later', () => {
  const admission = underPressure(10);
  const accounts = Array.from({ length: 30 }, (_, at) => `account ${at}`);
  expect(accounts.filter((one) => admission.enter(by(one)))).toHaveLength(5);
  expect(accounts.filter((one) => admission.enter(by(`staff ${one}`, true)))).toHaveLength(5);
});

test('a flood of sign-ins takes no more than any other flood', () => {
  const admission = underPressure(0);
  expect(enter(admission, 50, 'guessing', true)).toBe(10);
});

test('a few calls are never refused, whatever the pressure', () => {
  const admission = createAdmission(limits);
  for (let step = 0; step < 50; step++) admission.adjust(100);
  expect(admission.stats().limit).toBe(4);
  expect(enter(admission, 4, 'one')).toBe(4);
});

describe('the limit', () => {
  test('follows the pressure, at most by half in a step', () => {
    const admission = createAdmission(limits);
    enter(admission, 80, 'one');
    admission.adjust(1.25);
    expect(admission.stats().limit).toBe(64);
    admission.adjust(50);
    expect(admission.stats().limit).toBe(32);
  });

  test('stays between calm and pressure, and rises again when it is calm', () => {
    const admission = underPressure(0);
    admission.adjust(0.9);
    expect(admission.stats().limit).toBe(10);
    for (let step = 0; step < 40; step++) admission.adjust(0.1);
    expect(admission.stats().limit).toBe(100);
  });
});

/**
 * A server that finishes 10 calls a step; a step takes longer the more calls share it. Callers send
 * three times as much as it can do.
 */
test('three times the load keeps the server at its capacity with short waits', () => {
  const admission = createAdmission({ inFlightMin: 4, inFlightMax: 1000 });
  const queue: { caller: string; since: number }[] = [];
  const waits: number[] = [];
  let refused = 0;
  const doneByCaller = new Map<string, number>();
  for (let step = 0; step < 600; step++) {
    for (let at = 0; at < 30; at++) {
      // Two thirds of the calls are those of one account.
      const caller = at % 3 === 0 ? `light ${(step * 10 + at) % 50}` : 'flood';
      if (admission.enter(by(caller))) queue.push({ caller, since: step });
      else refused++;
    }
    for (const { caller, since } of queue.splice(0, 10)) {
      admission.leave(caller);
      waits.push(step - since);
      const name = caller === 'flood' ? 'flood' : 'light';
      doneByCaller.set(name, (doneByCaller.get(name) ?? 0) + 1);
    }
    // 40 calls in flight are as slow as tolerated.
    admission.adjust(admission.stats().inFlight / 40);
  }
  const settled = waits.slice(1000);
  expect(waits).toHaveLength(6000);
  expect(Math.max(...settled)).toBeLessThan(10);
  expect(refused).toBeGreaterThan(11_000);
  expect(doneByCaller.get('light')!).toBeGreaterThan(doneByCaller.get('flood')!);
});
