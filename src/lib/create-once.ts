/**
 * A function that creates its value at the first call and returns the same one ever after. For
 * formatters of `Intl`: creating those of a page takes a phone longer than all of its other code.
 */
export function createOnce<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
