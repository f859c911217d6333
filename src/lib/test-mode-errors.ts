// Errors of test mode. Any call may return them there, and none does in live mode.
import { z } from 'zod';
import { declareError } from './endpoint.ts';

export const testModeErrors = {
  liveModeOnly: declareError(
    'live_mode_only',
    403,
    'This call is not part of test mode. Make it in live mode.',
  ),
  off: declareError('test_mode_off', 404, 'This server has no test mode.'),
  unknownError: declareError(
    'test_error_unknown',
    400,
    'X-Test-Error names no error of this call.',
    { codes: z.array(z.string()).describe('The errors that it can name.') },
  ),
} as const;
