import { ATTACHED, type TaintSource } from '#core/agent/tools/taint.ts';
import { splitToolName } from '#core/tool-names.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

/**
 * Names the source of outside content: its address or path and its owner, otherwise the server and the tool. Only an
 * address counts as "from the web", because Baton can't know what a server does behind its tools.
 */
export function sourceLabel(
  t: Translate<'agent'>,
  serverName: (id: string) => string,
  { kind, detail = '', server, tool }: TaintSource,
): string {
  const owner = serverName(server);
  if (detail === '') return `${owner} · ${tool === ATTACHED ? t('source.attached') : splitToolName(tool).tool}`;
  if (isWebAddress(detail)) return `${detail} (${t('source.web')})`;
  return `${detail} (${kind === 'file' ? t('source.file') : t('source.server', { server: owner })})`;
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
