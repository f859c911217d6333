import { expect, test } from 'vitest';
import { signMessage } from './signature.ts';

// The example of the specification's reference implementations.
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1614265330,
  body: '{"test": 2432232314}',
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

test('signs as the specification says', () => {
  expect(signMessage(message, [secret])).toBe(signature);
});

test('every secret signs, and another body has another signature', () => {
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const [first, second] = signMessage(message, [other, secret]).split(' ');
  expect(second).toBe(signature);
  expect(first).not.toBe(signature);
  expect(signMessage({ ...message, body: '{}' }, [secret])).not.toBe(signature);
});
