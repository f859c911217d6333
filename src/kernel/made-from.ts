/**
 * What `make` makes of a setting, made again when the setting has changed since the last call. `end`
 * gets what was made of the one before.
 */
export function madeFrom<Setting, Made>(
  read: () => Setting,
  make: (setting: Setting) => Made,
  end?: (before: Made) => void,
): () => Made {
  let last: { setting: Setting; created: Made } | undefined;
  return () => {
    const setting = read();
    // The setting may be undefined.
    if (last !== undefined && last.setting === setting) return last.created;
    const before = last;
    last = { setting, created: make(setting) };
    if (before) end?.(before.created);
    return last.created;
  };
}
