// The password of a sub-user: `sub_` and 32 random base-62 characters (190 bits). It identifies its
// sub-user without a name, because names of resources are unique per account only.
import { hash, randomInt } from 'node:crypto';

const prefix = 'sub_';
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLettersCount = 32;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLettersCount}}$`);

export function generatePassword(): string {
  const random = Array.from(
    { length: randomLettersCount },
    () => letters[randomInt(letters.length)],
  );
  return prefix + random.join('');
}

export const isSubUserPassword = (text: string): boolean => shape.test(text);

/** SHA-256: no slow hash is needed for a password that cannot be guessed. */
export const hashPassword = (password: string): Buffer =>
  Buffer.from(hash('sha256', password), 'hex');
