import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { splitToolName } from '#core/tool-names.ts';
import type { CallBlock } from '#core/call-outcome.ts';
import type { McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { ApprovalDialog } from '#ui/shared/servers/approval-dialog.tsx';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import { SignIn } from '#ui/shared/servers/sign-in.tsx';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './blocked-call.module.css';

interface BlockedCallProps {
  block: CallBlock;
  /** The tool's name as the model knows it. */
  name: string;
}

/** What a blocked call is waiting for, how to settle it, and then how to request the call again. */
export function BlockedCall({ block, name }: BlockedCallProps) {
  const t = useT('agent');
  const { servers } = useServices().mcp;
  const { actions } = useChatScene();
  const { readOnly } = useChatStatus();
  const known = useStore(servers.store, (state) => state.servers);
  useEffect(() => void servers.reload(), [servers]);
  if (!known) return null;
  const server = known.find(({ id }) => id === block.server);
  const { tool } = splitToolName(name);
  if (!server) return <p className={css['blocked']}>{t('blocked.gone')}</p>;
  const label = visibleText(server.label).text;
  if (!isOpen(block, server, tool)) {
    return (
      <div className={css['blocked']}>
        <p>{t(`blocked.${block.why}Done`, { server: label })}</p>
        {!readOnly && (
          <Button small onClick={() => actions.draft(t('blocked.again', { tool }))}>
            {t('blocked.ask')}
          </Button>
        )}
      </div>
    );
  }
  return block.why === 'review' ? (
    <Review server={server} label={label} tool={tool} />
  ) : (
    <SignInAgain server={server} label={label} scope={block.scope ?? ''} />
  );
}

/** Whether it is still blocked, according to the host's current state of the server. */
function isOpen({ why, scope = '' }: CallBlock, server: McpServer, tool: string): boolean {
  if (why === 'review')
    return !server.approved || server.tools?.some((one) => one.name === tool && !one.approved) === true;
  const granted = new Set((server.scope ?? '').split(' '));
  const lacks = scope.split(' ').some((one) => one !== '' && !granted.has(one));
  return server.health.state === 'sign-in' || !server.signedIn || lacks;
}

function Review({ server, label, tool }: { server: McpServer; label: string; tool: string }) {
  const t = useT('agent');
  const mcp = useT('mcp');
  const unlock = useUnlock();
  const [open, setOpen] = useState(false);
  if (server.locked)
    return (
      <div className={css['blocked']}>
        <p>{t('blocked.locked', { server: label })}</p>
        <Button small aria-haspopup="dialog" onClick={unlock}>
          {mcp('allowed.unlock')}
        </Button>
      </div>
    );
  return (
    <div className={css['blocked']}>
      <p>{t(server.approved ? 'blocked.reviewTool' : 'blocked.reviewServer', { server: label, tool })}</p>
      <Button small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('blocked.review')}
      </Button>
      <ApprovalDialog server={server} open={open} onOpenChange={setOpen} />
    </div>
  );
}

function SignInAgain({ server, label, scope }: { server: McpServer; label: string; scope: string }) {
  const t = useT('agent');
  const mcp = useT('mcp');
  const [problem, setProblem] = useState<unknown>(null);
  const { since, reason } = server.health;
  return (
    <div className={css['blocked']}>
      <p>
        {scope === ''
          ? t('blocked.signInFirst', { server: label })
          : t('blocked.signInScope', { server: label, scope: visibleText(scope).text })}
      </p>
      {/* The key resets a failed sign-in. */}
      <SignIn key={`${since} ${reason ?? ''}`} server={server} onProblem={setProblem} />
      {reason !== null && (
        <p className={css['reason']} role="alert">
          {mcp('signin.failed', { reason })}
        </p>
      )}
      {problem !== null && (
        <div className={css['problem']}>
          <ProblemNotice error={problem} />
        </div>
      )}
    </div>
  );
}
