// Errors of test mode, and of calls that do not say clearly whether they are in it. Any call may
// return them.
import { z } from 'zod';
import { declareError } from './endpoint.ts';

export const testModeErrors = {
  invalid: declareError(
    'test_mode_invalid',
    400,
    'X-Test-Mode must be `true` or `false`. Nothing was done.',
  ),
  liveKeyInTestMode: declareError(
    'test_mode_contradiction',
    400,
    'The call is in test mode, but its key is one of live mode. Test keys begin with sk_test_.',
  ),
  testKeyInLiveMode: declareError(
    'test_mode_contradiction',
    400,
    'X-Test-Mode is `false`, but the key or the address is one of test mode.',
  ),
  liveModeOnly: declareError(
    'live_mode_only',
    403,
    'This call is not part of test mode. Make it in live mode.',
  ),
  testModeOnly: declareError(
    'test_mode_only',
    403,
    'This call is part of test mode only. Use a key that begins with sk_test_, or send X-Test-Mode: true.',
  ),
  off: declareError('test_mode_off', 404, 'This server has no test mode.'),
  errorInLiveMode: declareError(
    'test_error_in_live_mode',
    400,
    'X-Test-Error works in test mode only, and this call is live. Nothing was done.',
  ),
  unknownError: declareError(
    'test_error_unknown',
    400,
    'X-Test-Error names no error of this call.',
    { codes: z.array(z.string()).describe('The errors that it can name.') },
  ),
} as const;
