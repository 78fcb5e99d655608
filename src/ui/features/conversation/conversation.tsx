import { Columns2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { isSummary } from '#core/is-summary.ts';
import { parseQuery } from '#search/search-query.ts';
import type { SessionRow, SessionTarget } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { RunFoot } from '#ui/features/conversation/agent/run-foot.tsx';
import { ToolsControl } from '#ui/features/conversation/agent/tools-control.tsx';
import { useAgentActive, useAgentRunning } from '#ui/features/conversation/agent/use-agent.ts';
import { InsertFromServer } from '#ui/features/conversation/agent/insert/insert-from-server.tsx';
import { usePlanMode } from '#ui/features/conversation/agent/use-plan-mode.ts';
import { useSteer } from '#ui/features/conversation/agent/use-steer.ts';
import { ContextMeter } from '#ui/features/conversation/context/context-meter.tsx';
import { useContextMeasure } from '#ui/features/conversation/context/use-context-measure.ts';
import { ContextSummary } from '#ui/features/conversation/context/context-summary.tsx';
import { ContextNoticeLine } from '#ui/features/conversation/context/context-notice-line.tsx';
import { useScriptWait } from '#ui/data/use-script-wait.ts';
import { ScriptWait } from '#ui/features/conversation/scripts/script-wait.tsx';
import { useReducingContext } from '#ui/features/conversation/context/use-context-notices.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useNewestSend } from '#ui/data/use-sends.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useContextFiles } from '#ui/data/use-context-files.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { useWriter } from '#ui/data/use-writer.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { notesByMessage } from '#ui/features/conversation/inspector/read-notes.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { FindBar, type FindBarHandle } from '#ui/features/conversation/find/find-bar.tsx';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { LiveAnnouncer } from '#ui/features/conversation/announce/live-announcer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSceneContext, type ChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { Comparison } from '#ui/features/conversation/compare/comparison.tsx';
import { ComparedModels } from '#ui/features/conversation/compare/compared-models.tsx';
import { useComparison } from '#ui/features/conversation/compare/use-comparison.ts';
import {
  ModelChoice,
  useExtraTargets,
  type WantedChoice,
} from '#ui/features/conversation/compare/use-model-choice.tsx';
import { ReadOnlyBar } from '#ui/features/conversation/composer/composer-notice.tsx';
import { Composer, type ComposerHandle } from '#ui/features/conversation/composer/composer.tsx';
import { sendBlockerOf } from '#ui/features/conversation/composer/send-blocker.ts';
import { EmptySession } from './empty-session.tsx';
import { FIND_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { ConversationList, type ConversationListHandle } from '#ui/features/conversation/list/conversation-list.tsx';
import type { PageCommand } from '#ui/features/conversation/composer/slash/commands.ts';
import type { Goal } from '#ui/features/conversation/list/use-jump.ts';
import { createSwitchMemory } from '#ui/features/conversation/scene/switch-memory.ts';
import { OutlineButton } from '#ui/features/conversation/outline/outline-button.tsx';
import { lastAnswererOf, plannedSwitch } from '#ui/features/conversation/switch/last-answerer.ts';
import { SwitchPanel } from '#ui/features/conversation/switch/switch-panel.tsx';
import { useForkAt } from '#ui/features/conversation/switch/use-fork-at.ts';
import { useFork } from '#ui/features/conversation/switch/use-fork.ts';
import { SystemDialog } from './system-dialog.tsx';
import { ThreadEnd } from './thread-end.tsx';
import { useChatActions } from '#ui/features/conversation/scene/use-chat-actions.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useFreshOrigin } from './use-fresh-origin.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { useUsedModel } from './use-used-model.ts';
import css from './chat-view.module.css';

/** The part of the address inside a conversation. */
export interface ConversationAnchor {
  message: string;
  /** The words to search for; '' for none. */
  find: string;
}

const NO_TERMS: readonly string[] = [];

/** The layout of a conversation: header, messages, message box. Nothing here rerenders while an answer grows. */
export function Conversation({ session, place }: { session: SessionRow; place: ConversationAnchor | null }) {
  const t = useT('chat');
  const tree = useT('tree');
  const { flows } = useServices();
  const { connections } = useConnections();
  const { secrets } = useSecretsState();
  const { messages, isLoading, error } = useSessionHistory();
  const writer = useWriter(session.id);
  const { readOnly } = writer;
  const queueing = useAgentRunning(session.id);
  const reducingContext = useReducingContext(session.id);
  const active = useAgentActive(session.id);
  const waiting = useScriptWait(session.id);
  const running = useRunningSessions().has(session.id) || active || reducingContext || waiting;
  const describe = useOriginFacts();
  const words = useErrorMessage();
  const [editing, setEditing] = useState<string | null>(null);
  const [pickerOpen, setPickerOpen] = useState(false);
  const [systemOpen, setSystemOpen] = useState(false);
  const [summarizing, setSummarizing] = useState(false);
  const [working, setWorking] = useState(0);
  const [inserting, setInserting] = useState(false);
  const root = useRef<HTMLElement>(null);
  const list = useRef<ConversationListHandle>(null);
  const composer = useRef<ComposerHandle>(null);

  const first = useFirstTarget();
  const target = session.target ?? first;
  const unchosen = session.target === null;
  useEffect(() => {
    if (unchosen && first) void flows.setTarget(session.id, first);
  }, [unchosen, first, flows, session.id]);
  const connection = connections?.find((one) => one.id === target?.connection) ?? null;
  const model = useTargetModel(target)?.model ?? null;
  const nameOf = useModelName();
  const modelName = target ? nameOf(target) : '';
  const send = useNewestSend(messages);
  const fresh = useFreshOrigin(messages, target, connection);
  const planned = running || isLoading ? null : plannedSwitch(messages, target, connection);
  const holder = summarizing ? lastAnswererOf(messages) : null;
  const fork = useFork(session, planned, send);
  const comparison = useComparison(session, messages);
  const { shown: compared, undecided, look } = comparison;
  const [switched] = useState(createSwitchMemory);
  const [announced, setAnnounced] = useState('');
  const [choice, setChoice] = useState<WantedChoice | null>(null);
  const onFork = useForkAt(session);
  const locked = secrets?.locked ?? false;
  const obstacle = sendBlockerOf({ target, connections, locked, open: comparison.open });

  const [goal, setGoal] = useState<Goal | null>(null);
  const [find, setFind] = useState<string | null>(null);
  const [foundAt, setFoundAt] = useState<ConversationAnchor | null>(null);
  if (place && place !== foundAt) {
    setFoundAt(place);
    if (place.find !== '') setFind(place.find);
  }
  const finder = useRef<FindBarHandle>(null);
  const terms = useMemo(() => (find === null ? NO_TERMS : parseQuery(find).terms), [find]);
  const onGoTo = useCallback((message: string) => setGoal({ message }), []);
  const onOwnMessage = useCallback(() => list.current?.scrollToEnd(), []);
  const onWork = useCallback((change: 1 | -1) => setWorking((now) => now + change), []);
  const onDraft = useCallback((text: string) => composer.current?.insert(text), []);
  const onAsk = useUsedModel(target);
  const setters = { setEditing, setPickerOpen, setSummarizing, onOwnMessage, onGoTo, onAsk, onWork, onDraft };
  const actions = useChatActions(session.id, { ...setters, onChoose: setChoice, onCompare: look, onFork });
  const others = useExtraTargets(session, actions);
  const { goTo } = actions;
  useEffect(() => {
    if (place) goTo(place.message);
  }, [place, goTo]);
  const { onShow } = useReports();
  useEffect(() => onShow(goTo), [onShow, goTo]);
  useShortcuts(FIND_SHORTCUTS, () => {
    if (find === null) setFind('');
    else finder.current?.focus();
  });
  const steer = useSteer(session.id, actions.send);
  const changes = useMemo(() => send && { send, notes: notesByMessage(send.notes) }, [send]);
  const along = useContextFiles(session.id);
  const last = messages.at(-1);
  const measure = useContextMeasure(session, last);
  const leftOut = useMemo(
    () => measure && { measure, gaps: new Map(measure.gaps.map((gap) => [gap.before, gap])) },
    [measure],
  );
  const scene = useMemo<ChatScene>(() => {
    const canRetry = !running && !readOnly;
    const state = { readOnly, running, canRetry, editing, changes, leftOut, along };
    return { sessionId: session.id, actions, switched, tell: setAnnounced, describe, ...state };
  }, [session.id, actions, switched, readOnly, running, editing, changes, leftOut, along, describe]);
  const addDropped = useCallback(({ files }: DataTransfer) => composer.current?.addFiles([...files]), []);
  const { over, handlers } = useDropFiles(addDropped);
  const here = () => compared?.questionId ?? list.current?.inView() ?? null;
  const leaveList = useCallback(() => composer.current?.focus(), []);

  const setTarget = (next: SessionTarget) => void flows.setTarget(session.id, next);
  const editLast = () => {
    const own = messages.findLast((message) => message.role === 'user' && message.author === undefined);
    if (own && !running) actions.startEdit(own);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape inside a menu or dialog belongs to it: React propagates the event, the DOM doesn't.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || !running) return;
    if (!(event.target instanceof Node) || !root.current?.contains(event.target)) return;
    event.preventDefault();
    actions.stop();
  };

  const setMode = usePlanMode(session.id);
  const pages: PageCommand[] = [
    ...(!running && last !== undefined && !isSummary(last) ? (['compact'] as const) : []),
    ...(session.tools?.on && session.tools.mode !== 'plan' ? (['plan'] as const) : []),
    'model',
    'instructions',
  ];
  const onPage = (page: PageCommand) => {
    if (page === 'compact') setSummarizing(true);
    else if (page === 'plan') setMode();
    else if (page === 'model') setPickerOpen(true);
    else setSystemOpen(true);
  };

  const empty = messages.length === 0 && !isLoading && !error;
  return (
    <ChatSceneContext value={scene}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and dropped files work anywhere in the conversation */}
      <section ref={root} className={css['chat']} aria-label={t('view.label')} onKeyDown={onKeyDown} {...handlers}>
        <ChatHeader
          session={session}
          onRename={(title) => void flows.renameSession(session.id, title)}
          onSystem={() => setSystemOpen(true)}
        >
          <OutlineButton session={session} here={here} onGoTo={goTo} />
        </ChatHeader>
        {error && (
          <div className={css['problem']}>
            <Notice
              tone="danger"
              title={t('problem.history')}
              live
              actions={
                <Button small onClick={() => window.location.reload()}>
                  {t('problem.reload')}
                </Button>
              }
            >
              {words(error)}
            </Notice>
          </div>
        )}
        {find !== null && (
          <FindBar
            ref={finder}
            sessionId={session.id}
            leaf={session.leafId}
            text={find}
            from={goal?.message ?? null}
            onText={setFind}
            onGoTo={(message) => setGoal({ message, quiet: true })}
            onClose={() => {
              setFind(null);
              composer.current?.focus();
            }}
          />
        )}
        {compared ? (
          <Comparison
            key={compared.questionId}
            questionId={compared.questionId}
            answers={compared.answers}
            undecided={compared.questionId === undecided}
            messages={messages}
            onClose={() => {
              look(null);
              composer.current?.focus();
            }}
          />
        ) : empty ? (
          <EmptySession
            session={session}
            practice={connection?.practice ?? false}
            onPick={(text) => composer.current?.insert(text)}
          />
        ) : (
          <ConversationList ref={list} fresh={fresh} goal={goal} terms={terms} onLeave={leaveList} />
        )}
        <div className={css['foot']}>
          {!compared && <ThreadEnd messages={messages} connection={connection} />}
          <div className={css['footContent']}>
            {undecided !== null && !compared && (
              <div className={css['pending']}>
                <span>{tree('view.pending', { count: comparison.count })}</span>
                <Button small onClick={() => look(undecided)}>
                  {tree('view.open')}
                </Button>
              </div>
            )}
            {others.others.length > 0 && target && !readOnly && (
              <ComparedModels
                target={target}
                others={others.others}
                onOthers={others.setOthers}
                onChange={() => setChoice({ kind: 'new' })}
              />
            )}
            {planned && !readOnly && !summarizing && undecided === null && (
              <SwitchPanel
                sessionId={session.id}
                planned={planned}
                messages={messages}
                send={send}
                system={session.system}
                onCarryOn={() => composer.current?.submit()}
                onFork={fork}
              />
            )}
            {summarizing && !readOnly && !running && (
              <ContextSummary
                sessionId={session.id}
                from={holder ? describe(holder).label : modelName}
                to={modelName}
                onLeave={() => setSummarizing(false)}
              />
            )}
            <ContextNoticeLine sessionId={session.id} />
            <ScriptWait sessionId={session.id} />
            <RunFoot
              sessionId={session.id}
              last={messages.at(-1)}
              readOnly={readOnly || running}
              onUndone={(text, asks) => composer.current?.insert(text, asks)}
            />
            {readOnly ? (
              <ReadOnlyBar onTakeOver={() => writer.takeOver()} />
            ) : (
              <Composer
                ref={composer}
                sessionId={session.id}
                target={target}
                connection={connection}
                model={model}
                obstacle={obstacle}
                finding={unchosen && obstacle === null}
                running={running}
                busy={working > 0}
                queueing={queueing}
                pickerOpen={pickerOpen}
                onPickerOpen={setPickerOpen}
                onTarget={setTarget}
                onSend={queueing ? steer : others.send}
                onStop={actions.stop}
                pages={pages}
                onPage={onPage}
                onServer={session.tools?.on ? () => setInserting(true) : undefined}
                onEditLast={editLast}
              >
                <IconButton
                  small
                  label={tree('new.item')}
                  icon={<Columns2 />}
                  disabled={running || target === null}
                  onClick={() => setChoice({ kind: 'new' })}
                />
                <ToolsControl sessionId={session.id} tools={session.tools} />
                <ContextMeter
                  session={session}
                  measure={measure}
                  last={last}
                  running={running}
                  onSummarize={() => setSummarizing(true)}
                />
              </Composer>
            )}
          </div>
        </div>
        <output className="visually-hidden" aria-live="polite">
          {announced}
        </output>
        <LiveAnnouncer model={modelName} />
        {over && !readOnly && <div className={css['drop']}>{t('view.drop')}</div>}
        {inserting && (
          <InsertFromServer
            sessionId={session.id}
            onAttach={(contents, server) => composer.current?.addContents(contents, server)}
            onInsert={(text) => composer.current?.insert(text)}
            onClose={() => setInserting(false)}
          />
        )}
        {choice && (
          <ModelChoice
            session={session}
            wanted={choice}
            messages={messages}
            actions={actions}
            others={others}
            onClose={() => setChoice(null)}
          />
        )}
        {systemOpen && (
          <SystemDialog
            open
            system={session.system}
            begun={messages.length > 0}
            onClose={() => setSystemOpen(false)}
            onSave={(system) => void flows.setSystem(session.id, system)}
          />
        )}
      </section>
    </ChatSceneContext>
  );
}
