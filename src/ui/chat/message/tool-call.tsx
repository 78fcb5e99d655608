import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import type { ToolCallPart } from '#core/message.ts';
import type { StoredPart } from '#storage/rows.ts';
import { CallProgress, CallState } from '#ui/agent/live-call.tsx';
import { useLiveCall } from '#ui/agent/use-agent.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { CodeBlock } from '#ui/markdown/code-block.tsx';
import { useFold } from '#ui/markdown/fold-context.ts';
import { TASK_TOOL, TaskOfCall } from '#ui/runs/task-of-call.tsx';
import { StoredImage } from './stored-image.tsx';
import css from './tool-call.module.css';

export type ToolResult = Extract<StoredPart, { type: 'tool_result' }>;

const SUMMARY = 120;

/** Arguments in one line, for telling calls apart without unfolding them. */
export function summarizeArgs(call: Pick<ToolCallPart, 'args' | 'rawArgs'>): string {
  if (call.rawArgs !== undefined) return call.rawArgs.replace(/\s+/g, ' ').slice(0, SUMMARY);
  const { args } = call;
  if (typeof args !== 'object' || args === null) return (JSON.stringify(args) ?? '').slice(0, SUMMARY);
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .replace(/\s+/g, ' ')
    .slice(0, SUMMARY);
}

const argsText = (call: ToolCallPart): string => call.rawArgs ?? JSON.stringify(call.args ?? {}, null, 2);

interface ToolCallProps {
  call: ToolCallPart;
  result: ToolResult | null;
  /** The arguments still arrive. */
  live: boolean;
  name: string;
  /** Names the call in the run that is going. */
  callKey?: string;
}

/** A call and what came back, as a bead on the thread that unfolds. */
export const ToolCall = memo(function ToolCall({ call, result, live, name, callKey = '' }: ToolCallProps) {
  const t = useT('chat');
  const id = useId();
  const [open, setOpen] = useFold(`tool${name}`, false);
  const { call: now, cancel } = useLiveCall(callKey);
  const state = live ? 'writing' : result === null ? 'none' : result.isError === true ? 'failed' : 'done';
  return (
    <div className={css['call']} data-state={state}>
      <button
        type="button"
        className={css['head']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={css['bead']} aria-hidden />
        <span className={css['name']}>{call.name || t('tool.unnamed')}</span>
        <span className={css['summary']}>{summarizeArgs(call)}</span>
        <span className={css['state']}>{now && !live ? <CallState call={now} /> : t(`tool.${state}`)}</span>
        <ChevronRight className={css['chevron']} aria-hidden />
      </button>
      {call.name === TASK_TOOL && !live && callKey !== '' && <TaskOfCall callKey={callKey} />}
      {now && !live && <CallProgress call={now} onCancel={cancel} />}
      <div id={id} className={css['body']} hidden={!open}>
        {open && (
          <>
            <p className={css['label']}>{t('tool.args')}</p>
            <CodeBlock lang="json" text={argsText(call)} closed={!live} path={`args${name}`} />
            {result && <ResultBody result={result} name={name} />}
          </>
        )}
      </div>
    </div>
  );
});

function ResultBody({ result, name }: { result: ToolResult; name: string }) {
  const t = useT('chat');
  return (
    <>
      <p className={css['label']}>{result.isError === true ? t('tool.errorResult') : t('tool.result')}</p>
      {result.text !== '' && <CodeBlock lang="" text={result.text} closed path={`result${name}`} />}
      {result.images?.map((image) => (
        <StoredImage key={image.blob} blob={image.blob} alt={t('tool.resultImage')} />
      ))}
      {result.text === '' && !result.images?.length && <p className={css['empty']}>{t('tool.emptyResult')}</p>}
    </>
  );
}

/** A result whose call is not in this conversation: imported, or cut off. */
export function LoneResult({ result, name }: { result: ToolResult; name: string }) {
  const t = useT('chat');
  return (
    <div className={css['call']} data-state={result.isError === true ? 'failed' : 'done'}>
      <p className={css['label']}>{result.name ?? t('tool.unnamed')}</p>
      <ResultBody result={result} name={name} />
    </div>
  );
}
