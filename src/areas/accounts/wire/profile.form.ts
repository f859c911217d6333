// Validation of the profile, shared with the form in the browser.
import { z } from 'zod';

export const avatarBytesMax = 5_242_880;
export const avatarTooLarge = 'File size must be less than 5MB';
export const avatarNotImage = 'Please select an image file';
export const phoneNotValid = 'Please enter a valid phone number';

const name = (label: string) =>
  z
    .string()
    .trim()
    .check(z.minLength(1, `${label} name is required`))
    .check(z.maxLength(50, `${label} name must be less than 50 characters`));
const textUpTo100 = (label: string) =>
  z
    .string()
    .trim()
    .check(z.maxLength(100, `${label} must be less than 100 characters`));

const profileFields = {
  first_name: name('First'),
  last_name: name('Last'),
  company: textUpTo100('Company name'),
  position: textUpTo100('Position'),
  // Phone numbers are validated on the server: the rules of all countries are 150 KB.
  phone: z.string().trim().check(z.maxLength(40, phoneNotValid)),
};
export const profileFieldNames = Object.keys(profileFields) as (keyof typeof profileFields)[];
export const profileFormSchema = z.object(profileFields).partial();
export type ProfileFields = { [name in keyof typeof profileFields]: string };
