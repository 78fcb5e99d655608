import type { McpApprovalLine } from '#contract/mcp.ts';
import type { ServerDefinition } from './entry.ts';
import { visibleText } from '../../base/visible-text.ts';

/**
 * The lines of the consent dialog: each word that decides what runs, one per line, nothing cut, nothing hidden (S45).
 */
export function approvalLines(definition: ServerDefinition): McpApprovalLine[] {
  const line = (role: McpApprovalLine['role'], text: string): McpApprovalLine => ({ role, ...visibleText(text) });
  if (definition.kind === 'builtin') return [];
  if (definition.kind !== 'stdio')
    return [
      line('url', definition.url),
      ...definition.headers.map((name) => line('header', name)),
      ...(definition.client ? [line('client', definition.client.id)] : []),
    ];
  return [
    line('command', definition.command),
    ...definition.args.map((arg) => line('argument', arg)),
    ...(definition.cwd === null ? [] : [line('folder', definition.cwd)]),
    ...Object.entries(definition.steering).map(([name, value]) => line('steering', `${name}=${value}`)),
    ...definition.env.map((name) => line('env', name)),
  ];
}
