import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { splitToolName } from '#core/tool-names.ts';
import { bannedCommand } from '#core/reliability/banned-command.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { SHELL_SERVER } from '#tools/host-tools.ts';
import text from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import css from './waiting-command.module.css';

interface WaitingCommandProps {
  sessionId: string;
  /** Name and arguments of a call, as the model gave them. */
  tool: string;
  args: Readonly<Record<string, unknown>>;
}

/**
 * Warns the user that a command line starts something that waits for a terminal. The model reads the same with the
 * result.
 */
export function WaitingCommand({ sessionId, tool, args }: WaitingCommandProps) {
  const line =
    splitToolName(tool).server === SHELL_SERVER && typeof args['command'] === 'string' ? args['command'] : '';
  const command = useMemo(() => bannedCommand(line), [line]);
  return command === null ? null : <Advice sessionId={sessionId} command={command} />;
}

function Advice({ sessionId, command }: { sessionId: string; command: string }) {
  const t = useT('agent');
  const configuration = useConfiguration(sessionId).state?.configuration;
  if (configuration && !isHookEnabled(configuration, 'non-interactive-env')) return null;
  return (
    <p className={`${text['warn']} ${css['advice']}`}>
      <TriangleAlert aria-hidden />
      {t('call.waitsForTerminal', { command })}
    </p>
  );
}
