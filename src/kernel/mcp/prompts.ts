// Prompts that people choose in their assistant. Areas declare them.
import type { GetPromptResult } from '@modelcontextprotocol/server';

type PromptArgument = { name: string; description: string; required: boolean };
export type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The lines of its text. */
  write(args: Readonly<Record<string, string>>): readonly string[];
};

export const requiredArgument = (name: string, description: string): PromptArgument => ({
  name,
  description,
  required: true,
});
export const optionalArgument = (name: string, description: string): PromptArgument => ({
  name,
  description,
  required: false,
});

/** Without `result`, the reason why there is none. */
export function writePrompt(
  prompts: readonly Prompt[],
  name: string,
  args: Readonly<Record<string, string>>,
): { result?: GetPromptResult; reason?: string } {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) return { reason: `Unknown prompt (${name})` };
  const missing = prompt.arguments
    .filter(({ name: argument, required }) => required && !args[argument]?.trim())
    .map(({ name: argument }) => argument);
  if (missing.length > 0) return { reason: `Missing: ${missing.join(', ')} (${name})` };
  const text = prompt.write(args).join('\n');
  return {
    result: {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    },
  };
}
