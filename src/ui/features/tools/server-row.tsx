import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { formatAgo, formatTokens } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { builtinName, builtinTexts } from '#ui/shared/servers/builtin-texts.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { ApprovalDialog } from '#ui/shared/servers/approval-dialog.tsx';
import { hasNewTools, offeredTools, shownTools, tokensOf, toneOf } from '#ui/shared/servers/server-facts.ts';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import { ServerDetails } from './server-details.tsx';
import { SignIn } from '#ui/shared/servers/sign-in.tsx';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import row from '#ui/kit/controls/facts.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './server-row.module.css';

interface ServerRowProps {
  server: McpServer;
  /** Its details are shown. */
  open: boolean;
  onOpen: (id: string | null) => void;
  onRemove: (server: McpServer) => void;
  /** Its approval dialog is shown. */
  approving: boolean;
  onApprove: (id: string | null) => void;
}

/** States of built-in servers that are less informative than their purpose. */
const CALM: ReadonlySet<McpServer['health']['state']> = new Set(['stopped', 'running']);

/** One server: its state, its switch, and its details below. */
export function ServerRow({ server, open, onOpen, onRemove, approving, onApprove }: ServerRowProps) {
  const t = useT('mcp');
  const id = useId();
  const { host } = useServices().mcp;
  const { act } = useServerAction();
  const unlock = useUnlock();
  const tools = useToolSettings();
  const [problem, setProblem] = useState<unknown>(null);
  const [editing, setEditing] = useState(false);
  const { label, builtin, health } = server;
  const name = builtin ? builtinName(t, server) : label;
  const texts = builtin ? builtinTexts(t, server.id) : null;
  const on = server.enabled && !tools.settings.off.includes(server.id);
  const say = useReasonOrQuote();
  const signingIn = on && health.state === 'sign-in';
  const wants = !builtin && server.enabled && (!server.approved || hasNewTools(server));

  const review = () => (server.locked ? unlock() : onApprove(server.id));
  const setOn = async (next: boolean) => {
    const stored = await act(() => host.change(server.id, { enabled: next }));
    if (stored && next && !server.approved) review();
    return stored;
  };

  return (
    <li className={rows['row']} data-server={server.id}>
      <div className={css['line']}>
        <span className={css['dot']} data-tone={on ? toneOf(server) : 'quiet'} aria-hidden />
        <div className={css['head']}>
          <p id={`${id}-name`} className={css['name']}>
            {name}
          </p>
          <p className={`${row['facts']} ${css['facts']}`}>
            {texts !== null && (!on || CALM.has(health.state)) ? (
              <span>{texts}</span>
            ) : (
              <Health server={server} on={on} />
            )}
            {on && server.signedIn && <span>{t('row.signedIn')}</span>}
            <Weight server={server} off={tools.settings.off} />
          </p>
        </div>
        <div className={css['controls']}>
          {wants && (
            <Button small variant={approving ? 'quiet' : 'plain'} onClick={review}>
              {t(server.locked ? 'allowed.unlock' : 'row.approve')}
            </Button>
          )}
          {/* The key resets a failed sign-in. */}
          {signingIn && <SignIn key={health.since} server={server} onProblem={setProblem} />}
          <Switch
            checked={on}
            onChange={(next) => (builtin ? tools.mark('off', [server.id], !next) : setOn(next))}
            labelledBy={`${id}-name`}
          />
          <button
            type="button"
            className={css['unfold']}
            aria-expanded={open}
            aria-controls={`${id}-more`}
            aria-label={t('row.details', { server: name })}
            onClick={() => onOpen(open ? null : server.id)}
          >
            <ChevronDown aria-hidden />
          </button>
        </div>
      </div>
      {on && health.reason !== null && !signingIn && <WhyNot reason={health.reason} />}
      {signingIn && health.reason !== null && (
        <p className={css['reason']} role="alert">
          {t('signin.failed', { reason: say(health.reason) })}
        </p>
      )}
      {signingIn && problem !== null && (
        <div className={css['problem']}>
          <ProblemNotice error={problem} />
        </div>
      )}
      <div id={`${id}-more`} hidden={!open}>
        {/* What is half written stays while the user looks at others. */}
        {(open || editing) && (
          <ServerDetails
            server={server}
            name={name}
            settings={tools}
            editing={editing}
            onEdit={setEditing}
            onRemove={onRemove}
          />
        )}
      </div>
      <ApprovalDialog server={server} open={approving} onOpenChange={(next) => onApprove(next ? server.id : null)} />
    </li>
  );
}

/** Why the server doesn't run, and what it wrote before. */
function WhyNot({ reason }: { reason: string }) {
  const say = useReasonOrQuote();
  const [first = '', ...written] = reason.split('\n');
  return (
    <div className={css['reason']}>
      <p>{say(first)}</p>
      {written.length > 0 && <blockquote className={css['written']}>{written.join('\n')}</blockquote>}
    </div>
  );
}

function Health({ server: { health, locked }, on }: { server: McpServer; on: boolean }) {
  const t = useT('mcp');
  const language = useLanguage();
  const now = useClock(on && health.nextTry !== null);
  const later = on && health.nextTry !== null && health.nextTry > now;
  return (
    <span>
      {t(on ? (locked ? 'state.locked' : `state.${health.state}`) : 'state.off')}
      {later && `, ${t('state.nextTry', { when: formatAgo(health.nextTry ?? now, now, language) })}`}
    </span>
  );
}

function Weight({ server, off }: { server: McpServer; off: readonly string[] }) {
  const t = useT('mcp');
  const shown = shownTools(server);
  // Before the first start the tools are unknown. The first step to take is shown beside it.
  if (shown === null)
    return server.builtin || server.health.state !== 'stopped' ? null : <span>{t('tools.unknown')}</span>;
  const count = shown.length;
  const offered = offeredTools(server, off);
  const tokens = formatTokens(tokensOf(offered));
  return (
    <>
      <span>
        {offered.length === count ? t('tools.count', { count }) : t('tools.some', { on: offered.length, count })}
      </span>
      {offered.length > 0 && <span>{t('tools.weight', { tokens })}</span>}
    </>
  );
}
