import { TextQuote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { quoteOf } from '#ui/features/conversation/message/quote-of.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import css from './quote-selection.module.css';

interface Found {
  text: string;
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
  const text = selection.toString();
  if (!element?.closest('[role=feed]') || element.closest('textarea,input') || text.trim() === '') return null;
  const { left, top } = range.getBoundingClientRect();
  return { text, left: Math.max(8, left), top: Math.max(8, top - HEIGHT) };
}

/** A button beside selected text of a message that quotes it in the message box. */
export function QuoteSelection() {
  const t = useT('tree');
  const { actions } = useChatScene();
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
  if (!found) return null;
  return (
    <div className={css['place']} style={{ left: found.left, top: found.top }}>
      <Button
        small
        icon={<TextQuote aria-hidden />}
        // The selection stays while the button is pressed.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          document.getSelection()?.removeAllRanges();
          setFound(null);
          actions.draft(quoteOf(found.text));
        }}
      >
        {t('quote.item')}
      </Button>
    </div>
  );
}
