import { ArrowUp, Square } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Connection } from '#contract/connection.ts';
import type { MessageOption, MessageOptions } from '#core/message-options.ts';
import type { Model } from '#core/model.ts';
import { placeholdersOf } from '#core/prompt-template.ts';
import { AnswerUnstoredError } from '#flows/base/flow-errors.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { PromptRow, SessionTarget } from '#storage/rows.ts';
import type { ServerContent } from '#tools/read-content.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PromptForm } from '#ui/shared/library/prompt-form.tsx';
import { usePrompts } from '#ui/shared/library/use-library.ts';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { LearnedThinkingControl } from '#ui/shared/models/learned-thinking-control.tsx';
import { useSendKey } from '#ui/data/preferences.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { mergeOptions } from '#ui/features/conversation/message-options/options-of.ts';
import {
  useMessageOptions,
  useDetectedKeywords,
} from '#ui/features/conversation/message-options/use-message-options.ts';
import { AttachControl } from './attach-control.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import { ComposerNotice } from './composer-notice.tsx';
import { MessageField } from './message-field.tsx';
import type { SendBlocker } from './send-blocker.ts';
import { LARGE_PASTE, pastedName } from './paste-rules.ts';
import { meaningOfEnter } from './send-keys.ts';
import { commandsFor, type Command, type PageCommand } from '#ui/features/conversation/composer/slash/commands.ts';
import { useAttachments, type Attachment } from './use-attachments.ts';
import css from './composer.module.css';

export interface ComposerHandle {
  focus(): void;
  /** Inserts text into an empty box or after the existing text, and adds `asks`. */
  insert(text: string, asks?: MessageOptions): void;
  addFiles(files: readonly File[]): void;
  /** Attaches content that was read from a server. */
  addContents(contents: readonly ServerContent[], server: string): void;
  /** Sends what is ready to be sent, or takes the focus. */
  submit(): void;
}

interface ComposerProps {
  sessionId: string;
  target: SessionTarget | null;
  connection: Connection | null;
  model: Model | null;
  obstacle: SendBlocker | null;
  /** The conversation's model is about to be known. */
  finding: boolean;
  running: boolean;
  /** A request hasn't ended: it is being prepared, answered or stored. */
  busy: boolean;
  /** Messages are accepted during a run. They are added after its current step. */
  queueing?: boolean;
  /** Shown beside the model. */
  children?: ReactNode;
  pickerOpen: boolean;
  onPickerOpen: (open: boolean) => void;
  onTarget: (target: SessionTarget) => void;
  /** Rejects when nothing was stored, and the text then comes back; with AnswerUnstoredError when the message was. */
  onSend: (outgoing: OutgoingMessage) => Promise<void>;
  onStop: () => void;
  /** The page commands that are available now. */
  pages: readonly PageCommand[];
  onPage: (page: PageCommand) => void;
  /** Opens the resources and prompts of servers; absent when no servers are used. */
  onServer?: (() => void) | undefined;
  /** The up arrow in an empty box. */
  onEditLast: () => void;
  ref: Ref<ComposerHandle>;
}

/** The message box: text, files and the model to send to. Its content survives a restart. */
export function Composer(props: ComposerProps) {
  const { sessionId, target, connection, model, obstacle, finding, running, busy, pickerOpen, onPickerOpen, onTarget } =
    props;
  const { onSend, onStop, onServer, onEditLast, pages, onPage, ref, queueing = false, children } = props;
  const t = useT('chat');
  const agent = useT('agent');
  const [sendKey] = useSendKey();
  const drafts = useDraft(sessionId);
  const { draft } = drafts;
  const [text, setText] = useState('');
  const [loaded, setLoaded] = useState(false);
  /** The user pressed the send key while something was not ready yet. Changing the message withdraws it. */
  const [hasty, setHasty] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The current text: files are stored while more is typed. */
  const words = useRef(text);
  useEffect(() => {
    words.current = text;
  }, [text]);
  const watch = useDetectedKeywords(sessionId);
  const thinking = target && model && { level: target.thinking, support: model.thinking };
  const asking = useMessageOptions({ text, thinking, watch });
  const kept = useRef(asking.kept);
  useEffect(() => {
    kept.current = asking.kept;
  }, [asking.kept]);
  const attachments = useAttachments({
    onChange: (list) => drafts.saveDraft(words.current, list, kept.current),
    onFailed: () => setHasty(false),
  });
  const commands = commandsFor(model?.thinking ?? null, pages, usePrompts());
  const [filling, setFilling] = useState<PromptRow | null>(null);

  if (!loaded && draft !== undefined) {
    setLoaded(true);
    if (draft) {
      // The user may have typed before the draft loaded. They haven't seen both together, so nothing is sent.
      setHasty(false);
      setText((typed) => (typed === '' ? draft.text : `${draft.text}${typed}`));
      attachments.restore(draft.attachments);
      asking.restore({ ...draft.asks, ...mergeOptions(draft.asks ?? {}, asking.kept) });
    }
  }
  const write = (next: string, asks = asking.kept) => {
    setText(next);
    setHasty(false);
    // Doesn't overwrite the stored draft with text that wasn't merged with it.
    if (loaded) drafts.saveDraft(next, attachments.list, asks);
  };
  const onCommand = (command: Command, rest: string) => {
    if (command.kind === 'prompt') {
      const asksBack = placeholdersOf(command.prompt.text).length > 0;
      write(asksBack ? rest : command.prompt.text);
      if (asksBack) setFilling(command.prompt);
      return;
    }
    write(rest, command.kind === 'page' ? asking.kept : asking.add(command.asks));
    if (command.kind === 'page') onPage(command.page);
  };
  const removeAsk = (ask: MessageOption) => {
    write(text, asking.remove(ask));
    field.current?.focus();
  };

  const empty = text.trim() === '' && attachments.list.length === 0;
  // Before the draft was read, sending would delete words that were never shown.
  const waitsFor = !loaded ? 'draft' : attachments.busy ? 'files' : finding ? 'model' : null;
  const free = (!running || queueing) && obstacle === null;
  const ready = !empty && free && waitsFor === null;

  const send = async () => {
    setHasty(waitsFor !== null && free && (!empty || attachments.busy));
    if (!ready) return;
    const sent = { text, attachments: attachments.list, asks: asking.asks };
    setText('');
    attachments.restore([]);
    asking.restore({});
    try {
      await onSend(sent);
    } catch (error) {
      // onSend has reported the error. A message that was not stored goes back into the box, before anything typed since.
      if (error instanceof AnswerUnstoredError) return;
      setText((now) => (now === '' ? sent.text : `${sent.text}\n${now}`));
      attachments.restore([...sent.attachments]);
      asking.restore(sent.asks);
    }
  };

  const sendLate = useEffectEvent(() => void send());
  useEffect(() => {
    if (hasty && waitsFor === null) queueMicrotask(() => sendLate());
  }, [hasty, waitsFor]);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert(more, asks) {
      write(text.trim() === '' ? more : `${text}\n${more}`, asks && asking.add(asks));
      field.current?.focus();
    },
    addFiles: (list) => void attachments.add(list),
    addContents: (contents, server) => void attachments.addContents(contents, server),
    submit() {
      field.current?.focus();
      void send();
    },
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing, keyCode } = event.nativeEvent;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const press = { key, shiftKey, ctrlKey, metaKey, altKey, isComposing, keyCode };
    if (meaningOfEnter(press, sendKey) === 'send') {
      event.preventDefault();
      void send();
      return;
    }
    const plain = !shiftKey && !ctrlKey && !metaKey && !altKey && !isComposing;
    if (key === 'ArrowUp' && plain && text === '' && attachments.list.length === 0) {
      event.preventDefault();
      onEditLast();
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    const items = [...event.clipboardData.files];
    // Office programs also put a picture of the text on the clipboard.
    if (items.length > 0 && pasted === '') {
      event.preventDefault();
      void attachments.add(items);
    } else if (pasted.length > LARGE_PASTE) {
      event.preventDefault();
      void attachments.addText(pasted, pastedName(attachments.list));
    }
  };

  const expand = async (attachment: Attachment) => {
    const words = await attachments.takeText(attachment);
    if (words === null) return;
    const next = text === '' ? words : `${text}\n${words}`;
    setText(next);
    drafts.saveDraft(
      next,
      attachments.list.filter((one) => one !== attachment),
      asking.kept,
    );
    field.current?.focus();
  };

  return (
    <div className={css['composer']}>
      {filling && (
        <PromptForm
          prompt={filling}
          onInsert={(filled) => write(text === '' ? filled : `${text}\n${filled}`)}
          onClose={() => setFilling(null)}
        />
      )}
      {obstacle && <ComposerNotice obstacle={obstacle} connection={connection} />}
      <div className={css['box']} data-blocked={obstacle !== null || undefined}>
        <AttachmentChips
          attachments={attachments.list}
          model={model}
          onRemove={(one) => {
            setHasty(false);
            attachments.remove(one);
          }}
          onExpand={(one) => void expand(one)}
        />
        <div className={css['asks']}>
          <MessageOptionList asks={asking.asks} words={asking.words} model={model} onRemove={removeAsk} />
        </div>
        <MessageField
          sessionId={sessionId}
          field={field}
          text={text}
          sendKey={sendKey}
          commands={commands}
          onText={write}
          onCommand={onCommand}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <output className={css['waits']}>{hasty && waitsFor && t(`composer.waits.${waitsFor}`)}</output>
        <div className={css['tools']}>
          <AttachControl onFiles={(list) => void attachments.add(list)} onServer={onServer} />
          <span className={css['picker']}>
            <ModelPicker value={target} onChange={onTarget} open={pickerOpen} onOpenChange={onPickerOpen} side="top" />
          </span>
          {target && model && connection && (
            <span className={css['thinking']}>
              <LearnedThinkingControl
                connection={connection}
                model={model}
                sessionId={sessionId}
                value={target.thinking}
                onChange={(thinking) => onTarget({ ...target, thinking })}
              />
            </span>
          )}
          {children}
          {running && (
            <button type="button" className={css['stop']} onClick={onStop} title={t('composer.stopTitle')}>
              <Square aria-hidden />
              <span className={css['stopWord']}>{t('stop')}</span>
            </button>
          )}
          {(!running || queueing) && (
            <button
              type="button"
              className={css['send']}
              aria-label={queueing ? agent('queue.send') : t('composer.send')}
              title={
                queueing ? agent('queue.send') : t(sendKey === 'enter' ? 'composer.sendTitle' : 'composer.sendTitleMod')
              }
              aria-disabled={!ready}
              aria-busy={(busy || hasty) && !running}
              onClick={() => void send()}
            >
              <ArrowUp aria-hidden />
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
