import { SANDBOX_BLOCKED } from '#core/sandbox-blocked.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './blocked-call.module.css';

interface SandboxedCallProps {
  /** What the model asked for. */
  args: unknown;
  /** Its result as the model reads it. */
  result: string;
}

/** A command that the sandbox probably stopped: says so, and offers to ask for it outside. That call asks as any other. */
export function SandboxedCall({ args, result }: SandboxedCallProps) {
  const command = typeof args === 'object' && args !== null && 'command' in args ? args.command : null;
  if (!result.endsWith(SANDBOX_BLOCKED) || typeof command !== 'string') return null;
  return <BlockedCommand command={command} />;
}

function BlockedCommand({ command }: { command: string }) {
  const t = useT('agent');
  const { actions } = useChatScene();
  const { readOnly } = useChatStatus();
  return (
    <div className={css['blocked']}>
      <p>{t('command.blocked')}</p>
      {!readOnly && (
        <Button small onClick={() => actions.draft(t('command.again', { command }))}>
          {t('command.ask')}
        </Button>
      )}
    </div>
  );
}
