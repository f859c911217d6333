import { errorMessage } from '#lib/call-error.ts';
import { toast } from '#ui/toast.ts';

/** Shows the result of a mutation as a toast, for menus that close before it completes. */
export async function toastResult<T>(
  change: Promise<T>,
  format: (result: T) => string,
): Promise<void> {
  try {
    toast.success(format(await change));
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
