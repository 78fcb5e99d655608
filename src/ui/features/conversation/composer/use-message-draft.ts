import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { Mention } from '#core/mentions/mention.ts';
import { mergeOptions, type MessageOption, type MessageOptions } from '#core/message-options.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { BoxContent, SentDraft } from '#state/drafts.ts';
import { useServices } from '#ui/data/services.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import {
  useDetectedKeywords,
  useMessageOptions,
} from '#ui/features/conversation/message-options/use-message-options.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { useAttachments, type Attachment } from './use-attachments.ts';
import { useReadings } from '#ui/features/conversation/documents/use-readings.ts';

interface DraftState {
  text: string;
  /** The stored draft was read. */
  loaded: boolean;
  /** The user pressed the send key while something was not ready yet. Changing the message withdraws it. */
  hasty: boolean;
}

type DraftEvent =
  | { kind: 'restored'; text: string | null }
  | { kind: 'written'; text: string }
  | { kind: 'replaced'; text: string }
  | { kind: 'hurried'; hasty: boolean };

const EMPTY: DraftState = { text: '', loaded: false, hasty: false };

function reduce(now: DraftState, event: DraftEvent): DraftState {
  switch (event.kind) {
    case 'restored':
      // The user may have typed before the draft loaded. They haven't seen both together, so nothing is sent.
      return event.text === null
        ? { ...now, loaded: true }
        : { text: `${event.text}${now.text}`, loaded: true, hasty: false };
    case 'written':
      return { ...now, text: event.text, hasty: false };
    case 'replaced':
      return { ...now, text: event.text };
    default:
      return { ...now, hasty: event.hasty };
  }
}

/** The message being written: text, files and options. Its content survives a restart. */
export function useMessageDraft() {
  const { session, model } = useConversation();
  const { id } = session;
  const { drafts: all } = useServices();
  const { draft, saveDraft, takeDraft } = useDraft(id);
  const [{ text, loaded, hasty }, dispatch] = useReducer(reduce, EMPTY);
  const setHasty = (next: boolean) => dispatch({ kind: 'hurried', hasty: next });

  const watch = useDetectedKeywords(id);
  const thinking = model.target && model.model && { level: model.target.thinking, support: model.model.thinking };
  const options = useMessageOptions({ text, thinking, watch });
  /** The current text and options: files are stored while more is typed. */
  const [mentions, setMentions] = useState<readonly Mention[]>([]);
  const now = useRef({ text, stored: options.stored, mentions });
  useEffect(() => {
    now.current = { text, stored: options.stored, mentions };
  }, [text, options.stored, mentions]);
  const attachments = useAttachments({
    onChange: (list) => saveDraft(now.current.text, list, now.current.stored, now.current.mentions),
    onFailed: () => setHasty(false),
  });
  const readings = useReadings(attachments.list);

  if (!loaded && draft !== undefined) {
    dispatch({ kind: 'restored', text: draft?.text ?? null });
    if (draft) {
      attachments.restore(draft.attachments);
      if (draft.mentions) setMentions((early) => [...(draft.mentions ?? []), ...early]);
      options.restore({ ...draft.asks, ...mergeOptions(draft.asks ?? {}, options.stored) });
    }
  }

  const show = ({ text: next, attachments: files, asks = {}, mentions: pointing = [] }: BoxContent) => {
    now.current = { text: next, stored: asks, mentions: pointing };
    dispatch({ kind: 'replaced', text: next });
    setMentions(pointing);
    attachments.restore(files);
    options.restore(asks);
  };
  // A message that was sent from here, perhaps before another conversation was opened.
  const onReturn = useEffectEvent(show);
  useEffect(() => all.onReturn(id, (box) => onReturn(box)), [all, id]);

  /** Text typed before the stored draft was read: it isn't saved until both are one. */
  const typedEarly = useRef(false);
  useEffect(() => {
    if (!loaded || !typedEarly.current) return;
    typedEarly.current = false;
    saveDraft(text, attachments.list, options.stored, mentions);
  }, [loaded, saveDraft, text, attachments.list, options.stored, mentions]);

  const write = (next: string, asks?: MessageOptions) => {
    dispatch({ kind: 'written', text: next });
    now.current = { ...now.current, text: next };
    if (loaded) saveDraft(next, attachments.list, asks ?? options.stored, now.current.mentions);
    else typedEarly.current = true;
  };
  const changeMentions = (list: readonly Mention[]) => {
    now.current = { ...now.current, mentions: list };
    setMentions(list);
    if (loaded) saveDraft(now.current.text, attachments.list, now.current.stored, list);
  };
  return {
    /** What was chosen to be pointed at. What the text still names counts, so undoing and redoing work. */
    mentions,
    addMention: (mention: Mention) =>
      changeMentions([...now.current.mentions.filter(({ token }) => token !== mention.token), mention]),
    /** The text keeps the word. */
    removeMention: (mention: Mention) => changeMentions(mentions.filter((one) => one !== mention)),
    text,
    loaded,
    hasty,
    setHasty,
    attachments,
    readings,
    options,
    empty: text.trim() === '' && attachments.list.length === 0,
    write,
    insert: (more: string) => write(text.trim() === '' ? more : `${text}\n${more}`),
    removeOption: (option: MessageOption) => write(text, options.remove(option)),
    removeAttachment(attachment: Attachment) {
      setHasty(false);
      attachments.remove(attachment);
    },
    /** Puts an attached text into the message; returns whether it could be read. */
    async expand(attachment: Attachment): Promise<boolean> {
      const taken = await attachments.takeText(attachment);
      if (taken === null) return false;
      // The user may have changed the message meanwhile.
      const { text: before, stored, mentions: pointing } = now.current;
      const next = before === '' ? taken.text : `${before}\n${taken.text}`;
      dispatch({ kind: 'replaced', text: next });
      now.current = { ...now.current, text: next };
      saveDraft(next, taken.others, stored, pointing);
      return true;
    },
    /** The stored draft, if the user has sent it without a network. */
    waiting: draft?.waiting && draft,
    /** Shows an empty box. */
    clear: () => show({ text: '', attachments: [] }),
    /** Empties the box. What is sent either ends or comes back. */
    take(): { outgoing: OutgoingMessage; sent: SentDraft } {
      const content = { text, attachments: attachments.list, asks: options.stored, mentions: [...mentions] };
      const sent = takeDraft(content);
      show({ text: '', attachments: [] });
      const files = readings.withTexts(attachments.list);
      return { outgoing: { text, attachments: files, asks: options.asks, draft: sent }, sent };
    },
  };
}

export type MessageDraft = ReturnType<typeof useMessageDraft>;
