import { testClockPath } from '#lib/wire/test-clock.constants.ts';
import { newCustomer, type Writes } from './write.ts';

/** Refused live; its own tests repeat it in test mode. */
const mayBeBusy = ['test_mode_only'];

export const testModeWrites: Writes = {
  [`POST ${testClockPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: { advance: 'P1D' },
    mayBeBusy,
  }),
  [`DELETE ${testClockPath}`]: async (t) => ({ who: await newCustomer(t), mayBeBusy }),
};
