/**
 * What `make` makes of a setting, made again when the setting has changed since the last call. `end`
 * gets what was made of the one before.
 */
export function madeFrom<Setting, Made>(
  read: () => Setting,
  make: (setting: Setting) => Made,
  end?: (before: Made) => void,
): () => Made {
  let last: { setting: Setting; made: Made } | undefined;
  return () => {
    const setting = read();
    // The setting may be undefined.
    if (last !== undefined && last.setting === setting) return last.made;
    const before = last;
    last = { setting, made: make(setting) };
    if (before) end?.(before.made);
    return last.made;
  };
}
