import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { ReadOnlyBar } from '#ui/features/conversation/composer/read-only-bar.tsx';
import { Composer } from '#ui/features/conversation/composer/composer.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { ScriptWait } from '#ui/features/conversation/scripts/script-wait.tsx';
import { plannedSwitch } from '#ui/features/conversation/switch/last-answerer.ts';
import {
  ComparedModels,
  ContextNoticeLine,
  ContextSummary,
  HintLine,
  LeftFiles,
  PendingComparison,
  RunFoot,
  SwitchPanel,
  ThreadEnd,
} from './lazy-parts.ts';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import css from './chat-view.module.css';

/** The message box, and above it what waits for the user. `first`: it stands above the messages. */
export function ConversationFoot({ first = false }: { first?: boolean }) {
  const { session, messages, model, activity, panels, comparison, others } = useConversation();
  const { isLoading } = useSessionHistory();
  const { readOnly, running } = activity;
  const takeOver = () => {
    activity.takeOver();
    focusComposerSoon(session.id);
  };
  const { target, connection } = model;
  const planned = running || isLoading ? null : plannedSwitch(messages, target, connection);
  return (
    <div className={css[first ? 'footFirst' : 'foot']}>
      {!first && !comparison.shown && <ThreadEnd messages={messages} connection={connection} />}
      <div className={css['footContent']}>
        <HintLine />
        {comparison.undecided !== null && !comparison.shown && <PendingComparison />}
        {others.others.length > 0 && target && !readOnly && <ComparedModels target={target} />}
        {planned && !readOnly && !panels.summary && comparison.undecided === null && <SwitchPanel planned={planned} />}
        {panels.summary && !readOnly && !running && <ContextSummary />}
        <ContextNoticeLine sessionId={session.id} connection={readOnly ? null : connection} />
        {session.tools?.on && <LeftFiles />}
        <ScriptWait sessionId={session.id} />
        <RunFoot sessionId={session.id} last={messages.at(-1)} readOnly={readOnly} busy={running} />
        {readOnly ? <ReadOnlyBar onTakeOver={takeOver} /> : <Composer />}
      </div>
    </div>
  );
}
