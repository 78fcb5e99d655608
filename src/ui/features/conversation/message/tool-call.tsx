import { ChevronRight, Copy, Scissors, TriangleAlert } from 'lucide-react';
import { memo, use, useId, useMemo } from 'react';
import { countDiff } from '#core/agent/work/count-diff.ts';
import { readDeed } from '#core/agent/work/read-deed.ts';
import { readArguments } from '#core/agent/read-arguments.ts';
import type { CallOutcome } from '#core/call-outcome.ts';
import { targetKey } from '#core/normalize/base/overlays.ts';
import type { ToolCallPart } from '#core/message.ts';
import { ArgumentList } from '#ui/features/conversation/agent/argument-list.tsx';
import { firstLine, outcomeOf, toneOf } from '#ui/shared/servers/call-view.ts';
import { ChangesOfCall } from '#ui/features/conversation/changes/changes-of-call.tsx';
import { BlockedCall } from '#ui/features/conversation/agent/blocked-call.tsx';
import { SandboxedCall } from '#ui/features/conversation/agent/sandboxed-call.tsx';
import {
  CallProgress,
  CallEndLabel,
  LeftProcessesLabel,
  LiveCallLabel,
} from '#ui/features/conversation/agent/live-call.tsx';
import { useLiveCall } from '#ui/features/conversation/agent/use-agent.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { WaitingCommand } from '#ui/features/conversation/agent/waiting-command.tsx';
import { ChatSceneContext, useIsDeleted } from '#ui/features/conversation/scene/chat-context.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { ScriptLines } from '#ui/shared/scripts/script-lines.tsx';
import { TASK_TOOL, TaskOfCall } from '#ui/features/conversation/task-card/task-of-call.tsx';
import { LineCounts, PathName } from '#ui/features/conversation/work/path-name.tsx';
import { ContextFiles } from './context-files.tsx';
import { DeletedResult, ResultActions, ResultMark } from './result-actions.tsx';
import { ResultBody, type PlacedResult, type ToolResult } from './tool-result.tsx';
import css from './tool-call.module.css';

const SUMMARY = 120;

/** The arguments in one line, to distinguish calls without unfolding them. */
export function summarizeArgs(call: Pick<ToolCallPart, 'args' | 'rawArgs'>): string {
  if (call.rawArgs !== undefined)
    return call.rawArgs
      .slice(0, 2 * SUMMARY)
      .replace(/\s+/g, ' ')
      .slice(0, SUMMARY);
  const { args } = call;
  if (typeof args !== 'object' || args === null) return (JSON.stringify(args) ?? '').slice(0, SUMMARY);
  return Object.entries(args)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value.slice(0, 2 * SUMMARY) : JSON.stringify(value)}`,
    )
    .join(', ')
    .slice(0, 2 * SUMMARY)
    .replace(/\s+/g, ' ')
    .slice(0, SUMMARY);
}

const argsText = (call: ToolCallPart): string => call.rawArgs ?? JSON.stringify(call.args ?? {}, null, 2);

interface ToolCallProps {
  call: ToolCallPart;
  result: PlacedResult | null;
  /** The arguments are still arriving. */
  live: boolean;
  name: string;
  /** Identifies the call in its run, active or stored. */
  callKey?: string;
}

/** A call and its result as a bead on the thread that unfolds. The same for live and stored calls. */
export const ToolCall = memo(function ToolCall({ call, result, live, name, callKey = '' }: ToolCallProps) {
  const t = useT('chat');
  const id = useId();
  const shownName = useToolName();
  const [open, setOpen] = useFold(`tool${name}`, false, () => `${argsText(call)}\n${result?.text ?? ''}`);
  const { call: now, cancel } = useLiveCall(callKey);
  const liveCall = live ? null : now;
  const outcome = outcomeOf(result) ?? liveCall?.outcome ?? null;
  const tone = live ? 'writing' : toneOf(outcome);
  const { tool, server } = shownName(call.name);
  const full = server === null ? tool : `${server} · ${tool}`;
  return (
    <div className={css['call']} data-state={tone}>
      <button
        type="button"
        className={css['head']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={css['bead']} aria-hidden />
        <span className={css['name']}>
          {server !== null && <span className={css['server']}>{server} </span>}
          {tool}
        </span>
        <CallSummary call={call} result={result} />
        <span className={css['state']}>
          {result?.place && <ResultMark place={result.place} />}
          {outcome?.shortened && <Shortened />}
          {live ? (
            t('tool.writing')
          ) : outcome ? (
            <CallEndLabel outcome={outcome} />
          ) : liveCall ? (
            <LiveCallLabel call={liveCall} />
          ) : (
            <LeftProcessesLabel callKey={callKey} />
          )}
        </span>
        <ChevronRight className={css['chevron']} aria-hidden />
      </button>
      {call.name === TASK_TOOL && !live && callKey !== '' && <TaskOfCall callKey={callKey} />}
      {tone === 'failed' && !open && result && result.text !== '' && (
        <p className={css['error']}>{visibleText(firstLine(result.text)).text}</p>
      )}
      {outcome?.held && <BlockedCall block={outcome.held} name={call.name} />}
      {result && <SandboxedCall args={call.args} result={result.text} />}
      {(outcome ?? liveCall?.state === 'running') && <WaitingCall call={call} />}
      {outcome?.leftovers && <Leftovers found={outcome.leftovers} open={open} />}
      {result?.context && <ContextFiles files={result.context} />}
      {!open && <ScriptLines notes={outcome?.scripts} />}
      {/* The card of a task has its own progress. */}
      {liveCall && call.name !== TASK_TOOL && <CallProgress call={liveCall} onCancel={cancel} />}
      <div id={id} className={css['body']} hidden={!open}>
        {open && (
          <>
            <Arguments call={call} live={live} />
            <Decision decision={outcome?.decision ?? liveCall?.decision} />
            <ScriptLines notes={outcome?.scripts} full />
            {result && <StoredResult result={result} tool={full} />}
            {result && <ChangesOfCall name={call.name} callKey={callKey} />}
          </>
        )}
      </div>
    </div>
  );
});

/** What the call is about: of a changed file its path, and how many lines changed. */
function CallSummary({ call, result }: Pick<ToolCallProps, 'call' | 'result'>) {
  const { kind, what } = readDeed(call, null);
  const isChange = kind === 'edit' || kind === 'write';
  const lines = useMemo(
    () => (isChange && result?.isError !== true ? countDiff(result?.text ?? '') : null),
    [isChange, result],
  );
  if (!isChange) return <span className={css['summary']}>{visibleText(summarizeArgs(call)).text}</span>;
  return (
    <span className={css['change']} title={visibleText(what).text}>
      <PathName path={what} /> {lines && <LineCounts {...lines} />}
    </span>
  );
}

function StoredResult({ result, tool }: { result: PlacedResult; tool: string }) {
  const { place } = result;
  const isDeleted = useIsDeleted(place ? targetKey(place) : '');
  if (place && isDeleted) return <DeletedResult place={place} />;
  return (
    <>
      <ResultBody result={result} tool={tool} />
      {place && <ResultActions place={place} />}
    </>
  );
}

function Shortened() {
  const t = useT('agent');
  return <Scissors className={css['mark']} role="img" aria-label={t('card.isShortened')} />;
}

function WaitingCall({ call }: { call: ToolCallPart }) {
  const sessionId = use(ChatSceneContext)?.sessionId ?? '';
  const read = readArguments(call);
  return read.ok && <WaitingCommand sessionId={sessionId} tool={call.name} args={read.args} />;
}

/** Comments that the call left in a file: the count, and the comments themselves when unfolded. */
function Leftovers({ found, open }: { found: NonNullable<CallOutcome['leftovers']>; open: boolean }) {
  const t = useT('agent');
  return (
    <div className={css['leftovers']}>
      <p className={css['found']}>
        <TriangleAlert className={css['mark']} aria-hidden />
        {t('card.leftovers', { count: found.length })}
      </p>
      {open && (
        <ul>
          {found.map(({ path, line, kind, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
            <li key={index}>
              <span className={css['place']}>
                {visibleText(path).text}:{line}
              </span>{' '}
              {t(`leftover.${kind}`)} <code>{visibleText(text).text}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Every argument in full, as in the approval. Arguments that can't be parsed are shown as they arrived. */
function Arguments({ call, live }: { call: ToolCallPart; live: boolean }) {
  const t = useT('chat');
  const agent = useT('agent');
  const copy = useCopy();
  const read = live ? null : readArguments(call);
  return (
    <>
      <div className={css['section']}>
        <p className={css['label']}>{t('tool.args')}</p>
        {!live && (
          <IconButton
            small
            label={agent('card.copyArgs')}
            icon={<Copy aria-hidden />}
            onClick={() => void copy(argsText(call))}
          />
        )}
      </div>
      <ScrollGroup className={css['args']} label={t('tool.args')}>
        {read?.ok ? (
          <ArgumentList tool={call.name} args={read.args} />
        ) : (
          <pre className={css['raw']}>{visibleText(argsText(call)).text}</pre>
        )}
      </ScrollGroup>
    </>
  );
}

function Decision({ decision }: { decision: CallOutcome['decision'] }) {
  const t = useT('agent');
  if (!decision) return null;
  const { given, reason = '' } = decision;
  return (
    <p className={typography['quiet']}>
      {t(`decision.${given}`)} {reason.trim() !== '' && t('decision.reason', { reason: visibleText(reason).text })}
    </p>
  );
}

/** A result whose call is not in this conversation: imported, or cut off. */
export function OrphanResult({ result }: { result: ToolResult }) {
  const shownName = useToolName();
  const { tool, server } = shownName(result.name ?? '');
  return (
    <div className={css['call']} data-state={toneOf(outcomeOf(result))}>
      <p className={css['label']}>{server === null ? tool : `${server} · ${tool}`}</p>
      <ResultBody result={result} tool={tool} />
    </div>
  );
}
