import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { readTestClock } from '#lib/wire/test-clock.ts';

const pollMs = 1000;
export const clockKey = ['test_clock'];

/** Of the account in test mode; read again while it is being moved. */
export const useTestClock = () =>
  useQuery({
    queryKey: clockKey,
    queryFn: ({ signal }) => call(readTestClock, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.moving_to ? pollMs : false),
  });
