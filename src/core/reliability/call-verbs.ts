import type { ToolCallPart } from '../message.ts';

/** Arguments that name a file. */
const PATHS = ['path', 'filePath', 'file_path', 'filename', 'file', 'target_file', 'uri'];

/** Names of tools that change a file, and of tools that read one, split into words (see `spacedName`). */
export const WRITES = /(^|[^a-z])(write|edit|multiedit|create|patch|apply_patch|str_replace|replace|append)([^a-z]|$)/i;
export const READS = /(^|[^a-z])(read|view|open|cat|get)([^a-z]|$)/i;

/** `readFile` as `read_File`: verbs are matched as words. */
export function spacedName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2');
}

/** The file that a call is about. */
export function pathOf({ args }: ToolCallPart): string | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  const given: Record<string, unknown> = { ...args };
  const path = PATHS.map((key) => given[key]).find((value) => typeof value === 'string' && value !== '');
  return typeof path === 'string' ? path : null;
}
