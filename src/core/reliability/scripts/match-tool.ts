import { splitToolName } from '../../tool-names.ts';

/** Baton's own tools under the names that scripts for Claude Code know. */
const CLAUDE_NAMES: Readonly<Record<string, string>> = {
  builtin_shell_server__run: 'Bash',
  builtin_shell_server__run_outside: 'Bash',
  builtin_workspace_server__read: 'Read',
  builtin_workspace_server__write: 'Write',
  builtin_workspace_server__edit: 'Edit',
  builtin_workspace_server__list: 'LS',
  builtin_workspace_server__glob: 'Glob',
  builtin_workspace_server__grep: 'Grep',
  task: 'Task',
};

/** The tool name that a script receives: `Bash`, `mcp__memory__search`. */
export function scriptToolName(tool: string): string {
  const claudeName = CLAUDE_NAMES[tool];
  if (claudeName !== undefined) return claudeName;
  return splitToolName(tool).server === null ? tool : `mcp__${tool}`;
}

const LIST = /^[\w-]+(?:\|[\w-]+)*$/;

/** Compiles the matcher to a test of names. `null` when it is invalid. */
export function readMatcher(matcher: string | undefined): ((tool: string) => boolean) | null {
  if (matcher === undefined || matcher === '' || matcher === '*') return () => true;
  if (LIST.test(matcher)) {
    const names = new Set(matcher.split('|'));
    return (tool) => names.has(tool) || names.has(scriptToolName(tool));
  }
  try {
    const pattern = new RegExp(matcher);
    return (tool) => pattern.test(tool) || pattern.test(scriptToolName(tool));
  } catch {
    return null;
  }
}
