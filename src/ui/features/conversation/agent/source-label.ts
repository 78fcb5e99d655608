import { ATTACHED, type TaintSource } from '#core/agent/tools/taint.ts';
import { splitToolName } from '#core/agent/tools/tool-names.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

/**
 * Where outside content came from, never without a name: its address or path and whose it is, else the server and the
 * tool that brought it. Only an address is "from the web": what a server does behind its tools, nobody here knows.
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
