import { ShieldQuestion } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { CommandRule } from '#core/agent/approval/command-rule.ts';
import type { Grant } from '#core/agent/approval/decide-approval.ts';
import { splitToolName } from '#core/tool-names.ts';
import type { Decision } from '#flows/agent/approval-queue.ts';
import type { PendingApproval } from '#state/agent-runs.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { builtinName } from '#ui/shared/servers/builtin-texts.ts';
import { useConsentsLast } from '#ui/shared/servers/use-consents-last.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { TaskLink } from '#ui/features/conversation/tasks/task-link.tsx';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { useEscapeHides } from '#ui/features/conversation/scene/escape-hides.ts';
import { ApprovalReason } from './approval-reason.tsx';
import { ArgumentList } from './argument-list.tsx';
import { CommandPlace, CommandRules } from './command-rules.tsx';
import { useDenialReason } from './use-denial-reason.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useServices } from '#ui/data/services.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './approval.module.css';

/** Ignores presses that started before the question appeared. */
const SETTLE_MS = 600;

interface ApprovalCardProps {
  sessionId: string;
  approval: PendingApproval;
  /** How many more questions are waiting. */
  more: number;
  /** Title of the task that asks; `null` when the conversation itself does. */
  task: string | null;
  /** It is in the card of the task that asks, which may be out of view. */
  inPlace?: boolean;
}

/**
 * Asks for approval of a tool call: shows what will run, why Baton asks, and the possible answers. The safe answer has
 * the focus.
 */
export function ApprovalCard({ sessionId, approval, more, task, inPlace = false }: ApprovalCardProps) {
  const t = useT('agent');
  useHint('approval');
  const names = useT('mcp');
  const runs = useT('runs');
  const { flows } = useServices().agent;
  const lasts = useConsentsLast();
  const escapeHides = useEscapeHides();
  const messageOf = useProblemMessage();
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const shownAt = useRef(0);
  const { tool, key, deciding, offers } = approval;
  const [reason, setReason] = useDenialReason(key);
  const short = visibleText(splitToolName(tool.name).tool).text;
  const server = visibleText(builtinName(names, { id: tool.server, label: tool.label })).text;

  useEffect(() => {
    shownAt.current = performance.now();
    const { activeElement } = document;
    const isElsewhere = inPlace && activeElement !== document.body;
    if (!isElsewhere && !isWriting(activeElement)) safe.current?.focus();
    // The next question takes the focus itself. Otherwise it returns to the message box.
    return () => {
      setTimeout(() => {
        if (isFocusLost()) focusComposer();
      }, 0);
    };
  }, [inPlace]);

  // What fails is said in the card, which stays.
  const decide = (decision: Decision) => void flows.decide(sessionId, key, decision).catch(() => undefined);
  const allow = (grant: Grant) => decide({ allow: grant });
  const allowHere = (rule: CommandRule) => decide({ allow: 'once', rule });
  const deny = () => {
    const why = reason.trim();
    decide({ deny: true, ...(why !== '' && { reason: why }) });
  };
  const early = (at: number) => at - shownAt.current < SETTLE_MS;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || deciding || event.repeat) return;
    if (early(event.timeStamp)) {
      event.preventDefault();
      return;
    }
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      deny();
    } else if ((event.ctrlKey || event.metaKey) && offers.includes('once')) {
      event.preventDefault();
      allow('once');
    }
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys work wherever the focus is inside
    <section className={css['card']} aria-labelledby={`${id}-title`} data-asks tabIndex={-1} onKeyDown={onKeyDown}>
      <output className="visually-hidden" aria-live="polite">
        {task !== null && `${runs('task.asks', { title: visibleText(task).text })}. `}
        {t('ask.announce', { tool: short, server })}
      </output>
      <header className={css['head']}>
        <ShieldQuestion aria-hidden />
        <div>
          <h2 id={`${id}-title`}>{t('ask.title', { tool: short })}</h2>
          {task !== null && (
            <p>
              <TaskLink sessionId={sessionId} label={runs('task.asks', { title: visibleText(task).text })} />
            </p>
          )}
          <p className={text['quiet']}>{t('ask.server', { server, kind: t(`kind.${tool.kind}`) })}</p>
        </div>
        {more > 0 && <span className={css['more']}>{t('ask.more', { count: more })}</span>}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls when the arguments are long */}
      <div className={css['body']} role="group" aria-label={t('args.label')} tabIndex={0}>
        <ArgumentList tool={tool.name} args={approval.args} />
        <MirroredNote tool={tool} args={approval.args} />
      </div>
      {approval.scope?.command && <CommandPlace command={approval.scope.command} />}
      <ApprovalReason id={`${id}-why`} sessionId={sessionId} approval={approval} />
      {offers.includes('always') && (
        <p className={`${text['quiet']} ${css['means']}`}>
          {t('grant.means')} {lasts !== 'kept' && t(`grant.lasts.${lasts}`)}
        </p>
      )}
      {approval.problem !== undefined && (
        <p className={text['warn']} role="alert">
          {t('ask.problem', { problem: messageOf(approval.problem) })}
        </p>
      )}
      <div className={css['actions']}>
        <div className={css['deny']}>
          <Button ref={safe} busy={deciding} aria-describedby={`${id}-why`} onClick={deny}>
            {t('deny.do')}
          </Button>
          <input
            className={css['reason']}
            aria-label={t('deny.reason')}
            placeholder={t('deny.reason')}
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <div className={css['allow']}>
          {offers.map((grant) => (
            <Button
              key={grant}
              variant={grant === 'once' ? 'primary' : 'quiet'}
              // The focus, and with it the keys, stay until the host has answered.
              aria-disabled={deciding || undefined}
              onClick={(event) => {
                if (!early(event.timeStamp)) allow(grant);
              }}
            >
              {t(`grant.${grant}`)}
            </Button>
          ))}
        </div>
      </div>
      {approval.scope?.command && offers.includes('once') && (
        <CommandRules
          command={approval.scope.command}
          disabled={deciding}
          onAllow={(rule, at) => {
            if (!early(at)) allowHere(rule);
          }}
        />
      )}
      <p className={`${text['quiet']} ${css['keys']}`}>
        {t(escapeHides ? 'ask.keysHide' : 'ask.keys', { keys: isMac(navigator.platform) ? '⌘ Enter' : 'Ctrl+Enter' })}
      </p>
    </section>
  );
}

/** Arguments that are also sent in a header, where intermediaries may log them. */
function MirroredNote({ tool, args }: Pick<PendingApproval, 'tool' | 'args'>) {
  const t = useT('agent');
  const mirrored = (tool.mirrored ?? []).filter(({ argument }) => {
    const [first = ''] = argument.split('.');
    return Object.hasOwn(args, first);
  });
  if (mirrored.length === 0) return null;
  const list = mirrored.map(({ argument, header }) => visibleText(`${argument} (${header})`).text).join(', ');
  return <p className={text['warn']}>{t('args.mirrored', { count: mirrored.length, list })}</p>;
}

/** Never moves the focus away from a user in the middle of a sentence. */
function isWriting(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return element.value !== '';
  return element !== null && element.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
