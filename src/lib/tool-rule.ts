/** Whether assistants get a call as a tool: its toolset, or the reason why they do not. */
export type ToolRule =
  | { none: string }
  | {
      toolset: string;
      /** In the short list that assistants get at first. */
      isEssential?: true;
      /** Lower ones come first; the same, and those without, are in the order of the reference. */
      order?: number;
      /** A POST that ends or replaces something; all other POST calls add or ask. */
      isDestructive?: true;
      /** Reaches websites of others. */
      isOpenWorld?: true;
      /** Arguments that would make the response something else than the tool returns. */
      hidden?: readonly string[];
    };
