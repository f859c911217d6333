import { messageOf } from '#client/errors.ts';
import { toast } from '#ui/toast.ts';

/** Awaited by the page: the menu that began it is gone before the answer comes. */
export async function tell<T>(change: Promise<T>, say: (answer: T) => string): Promise<void> {
  try {
    toast.success(say(await change));
  } catch (error) {
    toast.error(messageOf(error));
  }
}
