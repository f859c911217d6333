// Loaded with the first edit, so that viewing the profile does not load zod.
import { zodResolver } from '@hookform/resolvers/zod';
import { profileFormSchema } from '../../wire/profile.form.ts';

export const resolveProfileForm = zodResolver(profileFormSchema);
