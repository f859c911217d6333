import { beforeEach, expect, test } from 'vitest';
import { resultToasts, toast, toastStore } from './toast.ts';

const messages = () => toastStore.read().map(({ message }) => message);

beforeEach(() => {
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

test('the result of an action replaces its result before, and no other toast', () => {
  const profile = resultToasts('profile');
  profile.fail(new Error('Failed to update profile'));
  resultToasts('avatar').error('Failed to upload avatar');
  profile.success('Profile updated successfully');
  expect(messages()).toEqual(['Failed to upload avatar', 'Profile updated successfully']);
  profile.dismiss();
  expect(messages()).toEqual(['Failed to upload avatar']);
});

test('the same message is not there twice', () => {
  toast.error('Attach at most 5 files.');
  toast.info('Saved');
  toast.error('Attach at most 5 files.');
  expect(messages()).toEqual(['Saved', 'Attach at most 5 files.']);
});
