import { Columns2 } from 'lucide-react';
import { memo, useCallback, type RefObject } from 'react';
import type { ThinkingLevel } from '#core/model.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { ModeControl } from '#ui/features/conversation/agent/mode-control.tsx';
import { ToolsControl } from '#ui/features/conversation/agent/tools-control.tsx';
import { ContextMeter } from '#ui/features/conversation/context/context-meter.tsx';
import { DictationControl } from '#ui/features/conversation/dictation/dictation-control.tsx';
import { useDictation } from '#ui/features/conversation/dictation/use-dictation.ts';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { LearnedThinkingControl } from '#ui/shared/models/learned-thinking-control.tsx';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { PicturesControl } from './pictures-control.tsx';
import { AttachControl } from './attach-control.tsx';
import { WebControl } from './web-control.tsx';
import css from './composer.module.css';

const DictationBar = lazyPart(
  async () => (await import('#ui/features/conversation/dictation/dictation-bar.tsx')).DictationBar,
);

interface ComposerToolsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: File[]) => void;
}

/** Files, speech, the model and what it may use. */
export function ComposerTools({ field, onFiles }: ComposerToolsProps) {
  const { session } = useConversation();
  const show = useShowPanels();
  const { state, vendor, start, finish, discard } = useDictation(session.id, field);
  if (state)
    return (
      <DictationBar state={state} vendor={vendor} onFinish={() => void finish()} onDiscard={() => void discard()} />
    );
  return (
    <>
      <AttachControl onFiles={onFiles} onServer={session.tools?.on ? () => show({ insert: true }) : undefined} />
      {vendor !== null && <DictationControl vendor={vendor} onStart={() => void start()} />}
      <ModelControls />
    </>
  );
}

/** The model and what it may use. Typing doesn't render it. */
const ModelControls = memo(function ModelControls() {
  const { session, messages, model: own, activity, panels } = useConversation();
  const show = useShowPanels();
  const { target, connection, model, setTarget } = own;
  const { running } = activity;
  const isTemporary = useIsTemporary();
  const openPicker = useCallback((open: boolean) => show({ picker: open }), [show]);
  const setModel = useCallback(
    ({ connection: to, model: chosen }: SessionTarget) => setTarget({ connection: to, model: chosen }),
    [setTarget],
  );
  const setThinking = useCallback((thinking: ThinkingLevel) => setTarget({ thinking }), [setTarget]);
  const chooseModels = useCallback(() => show({ choice: { kind: 'new' } }), [show]);
  const summarize = useCallback(() => show({ summary: true }), [show]);
  return (
    <>
      <span className={css['picker']}>
        <ModelPicker value={target} onChange={setModel} open={panels.picker} onOpenChange={openPicker} side="top" />
      </span>
      {target && model && connection && (
        <span className={css['thinking']}>
          <LearnedThinkingControl
            connection={connection}
            model={model}
            sessionId={session.id}
            value={target.thinking}
            onChange={setThinking}
          />
        </span>
      )}
      {model?.makesPictures && <PicturesControl wanted={session.pictures ?? false} />}
      <CompareControl disabled={running || target === null} onOpen={chooseModels} />
      {!isTemporary && (
        <>
          <WebControl
            sessionId={session.id}
            on={session.tools?.web ?? false}
            connectionId={session.target?.connection}
          />
          <ToolsControl sessionId={session.id} tools={session.tools} isTask={session.task !== undefined} />
          {session.tools?.on && <ModeControl sessionId={session.id} mode={session.tools.mode} />}
        </>
      )}
      <ContextMeter session={session} last={messages.at(-1)} running={running} onSummarize={summarize} />
    </>
  );
});

/** Chooses several models to ask at once. */
const CompareControl = memo(function CompareControl({ disabled, onOpen }: { disabled: boolean; onOpen: () => void }) {
  const t = useT('tree');
  return (
    <button
      type="button"
      className={`${buttonClass('quiet', true)} ${css['worded']}`}
      aria-label={t('new.item')}
      data-tooltip={t('new.item')}
      disabled={disabled}
      onClick={onOpen}
    >
      <Columns2 aria-hidden />
      <span className={css['word']}>{t('new.word')}</span>
    </button>
  );
});
