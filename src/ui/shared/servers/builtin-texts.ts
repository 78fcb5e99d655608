import type { McpServer } from '#contract/mcp.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

type T = Translate<'mcp'>;
const KNOWN = [
  'builtin_planning_server',
  'builtin_output_server',
  'builtin_project_server',
  'builtin_task_server',
  'builtin_workspace_server',
  'builtin_shell_server',
  'builtin_web_server',
] as const;
/** Origins of what was attached that are no servers. */
const NAMED = [...KNOWN, 'builtin_conversation_server'] as const;

const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\s]/gu, '')
    .toLowerCase();

/** The built-in servers have names in the user's language. Another's server of such a name has its id, too. */
export function builtinName(t: T, { id, label }: Pick<McpServer, 'id' | 'label'>): string {
  const known = NAMED.find((one) => one === id);
  if (known) return t(`name.${known}`);
  return NAMED.some((one) => folded(t(`name.${one}`)) === folded(label)) ? `${label} (${id})` : label;
}

export function builtinTexts(t: T, id: string): string | null {
  const known = KNOWN.find((one) => one === id);
  return known ? t(`cap.${known}`) : null;
}
