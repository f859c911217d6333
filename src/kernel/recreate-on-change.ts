/** Creates again when the setting has changed since the last call; `end` gets the one before. */
export function recreateOnChange<Setting, Created>(
  read: () => Setting,
  create: (setting: Setting) => Created,
  end?: (before: Created) => void,
): () => Created {
  let last: { setting: Setting; created: Created } | undefined;
  return () => {
    const setting = read();
    // The setting may be undefined.
    if (last !== undefined && last.setting === setting) return last.created;
    const before = last;
    last = { setting, created: create(setting) };
    if (before) end?.(before.created);
    return last.created;
  };
}
