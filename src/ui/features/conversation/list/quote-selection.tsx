import { ArrowRightToLine, TextQuote } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { selectedText, textOfRange } from '#ui/shared/markdown/selected-text.ts';
import { cutAfter } from '#ui/features/conversation/message/cut-after.ts';
import { quoteOf } from '#ui/features/conversation/message/quote-of.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import css from './quote-selection.module.css';

/** Where a selection ends in a message. */
interface End {
  message: string;
  /** The shown text of the message's Markdown up to there, and what of it stands in one piece. */
  before: string;
  tail: string;
}

interface Found {
  text: string;
  /** `null` if it isn't in one text of one message. */
  end: End | null;
  left: number;
  top: number;
}

const HEIGHT = 40;

/** What is selected in the messages, and where; `null` when nothing is. */
function readSelection(): Found | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: inside } = range;
  const element = inside instanceof Element ? inside : inside.parentElement;
  if (!element?.closest('[role=feed]') || element.closest('textarea,input')) return null;
  const text = selectedText(selection);
  if (text.trim() === '') return null;
  const { left, top } = range.getBoundingClientRect();
  return { text, end: readEnd(range, element), left: Math.max(8, left), top: Math.max(8, top - HEIGHT) };
}

function readEnd({ endContainer, endOffset }: Range, inside: Element): End | null {
  const root = inside.closest('[data-markdown]');
  const message = inside.closest<HTMLElement>('[data-message]')?.dataset['message'];
  if (!root || message === undefined || !(endContainer instanceof Text)) return null;
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(endContainer, endOffset);
  return { message, before: textOfRange(range), tail: endContainer.data.slice(0, endOffset) };
}

/** Buttons beside selected text of a message: quote it in the message box, let the model go on after it. */
export const QuoteSelection = memo(function QuoteSelection() {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // A selection is complete when the pointer or the key is released.
    for (const type of ['pointerup', 'keyup'] as const)
      document.addEventListener(type, () => requestAnimationFrame(() => setFound(readSelection())), { signal });
    document.addEventListener('selectionchange', () => document.getSelection()?.isCollapsed && setFound(null), {
      signal,
    });
    document.addEventListener('scroll', () => setFound(null), { signal, capture: true, passive: true });
    return () => stop.abort();
  }, []);
  return found && <SelectionButtons found={found} onClose={() => setFound(null)} />;
});

function SelectionButtons({ found, onClose }: { found: Found; onClose: () => void }) {
  const t = useT('tree');
  const { actions } = useChatScene();
  const cut = useCut();
  const kept = found.end && cut(found.end);
  const close = () => {
    document.getSelection()?.removeAllRanges();
    onClose();
  };
  return (
    <div className={css['place']} style={{ left: found.left, top: found.top }}>
      <Button
        small
        icon={<TextQuote aria-hidden />}
        // The selection stays while the button is pressed.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          close();
          actions.draft(quoteOf(found.text));
        }}
      >
        {t('quote.item')}
      </Button>
      {kept && (
        <Button
          small
          icon={<ArrowRightToLine aria-hidden />}
          title={t('continueHere.hint')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            close();
            actions.saveAnswer(kept.message, kept.text, () => undefined, true);
          }}
        >
          {t('continueHere.item')}
        </Button>
      )}
    </div>
  );
}

/** Finds what stays of an answer that the model continues from there; `null` where that isn't possible. */
function useCut(): (end: End) => { message: string; text: string } | null {
  const { messages } = useSessionHistory();
  const { compared } = useChatScene();
  const { canRetry } = useChatStatus();
  return ({ message: id, before, tail }) => {
    const message = messages.find((one) => one.id === id);
    if (!canRetry || compared || message?.role !== 'assistant' || message.status === 'streaming') return null;
    const [only, ...others] = message.parts.filter(({ type }) => type === 'text');
    const calls = message.parts.some(({ type }) => type === 'tool_call');
    if (calls || only?.type !== 'text' || others.length > 0) return null;
    const text = cutAfter(only.text, before, tail);
    return text === null || text.trim() === only.text.trim() ? null : { message: id, text };
  };
}
