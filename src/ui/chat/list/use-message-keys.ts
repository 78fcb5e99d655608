import type { ReactVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useCopy } from '#ui/controls/use-copy.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { useReports } from '#ui/report/report-context.ts';
import { useChatScene } from '../chat-context.ts';
import { CHAT_SHORTCUTS } from '../chat-shortcuts.ts';
import { textOf } from '#core/message-text.ts';
import { isTyping, letterOf } from './letter-keys.ts';
import type { Row } from './rows.ts';

interface MessageKeysOptions {
  rows: readonly Row[];
  virtualizer: ReactVirtualizer<HTMLDivElement, HTMLDivElement>;
  scroller: RefObject<HTMLDivElement | null>;
  onLeave: () => void;
}

/** A row that was out of sight takes a frame or two to be drawn. */
const FRAMES_TO_WAIT = 20;

/** Moves the focus from message to message, and acts on the one that has it. */
export function useMessageKeys({ rows, virtualizer, scroller, onLeave }: MessageKeysOptions) {
  const { sessionId, actions, readOnly, running } = useChatScene();
  const { inspect } = useReports();
  const copy = useCopy();
  /** By id, because places shift when older messages arrive. */
  const current = useRef<string | null>(null);

  const focusRow = useCallback(
    (index: number) => {
      const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
      if (!row) return;
      current.current = row.key;
      virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' });
      let frames = 0;
      const tryFocus = () => {
        const element = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.key)}"]`);
        frames += 1;
        if (element) element.focus({ preventScroll: true });
        else if (frames < FRAMES_TO_WAIT) requestAnimationFrame(tryFocus);
      };
      tryFocus();
    },
    [rows, virtualizer, scroller],
  );

  const place = useCallback(() => rows.findIndex((row) => row.key === current.current), [rows]);

  const step = useCallback(
    (by: -1 | 1) => {
      const at = place();
      focusRow(at < 0 ? rows.length - 1 : at + by);
    },
    [place, focusRow, rows.length],
  );

  useShortcuts(CHAT_SHORTCUTS, (id) => step(id === 'previousMessage' ? -1 : 1));

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const row = rows[place()];
      const free = !readOnly && !running;
      const act = (run: () => void) => {
        event.preventDefault();
        run();
      };
      const onMessage = event.target instanceof HTMLElement && event.target.dataset['message'] !== undefined;
      const letter = letterOf(event);
      if (letter === 'j') act(() => step(1));
      else if (letter === 'k') act(() => step(-1));
      else if (event.key === 'Escape' && !running) act(onLeave);
      else if (!onMessage || !row) return;
      else if (event.key === 'Home') act(() => focusRow(0));
      else if (event.key === 'End') act(() => focusRow(rows.length - 1));
      else if (letter === 'c') act(() => void copy(textOf(row.message)));
      else if (letter === 'e' && row.message.role === 'user' && free) act(() => actions.startEdit(row.message));
      else if (letter === 'i' && row.message.role === 'assistant')
        act(() => inspect({ kind: 'sent', sessionId, answerId: row.message.id }));
      else if (letter === 'r' && row.message.role === 'assistant' && free) act(() => actions.retry(row.message.id));
    },
    [rows, place, step, focusRow, onLeave, copy, inspect, sessionId, actions, readOnly, running],
  );

  const onFocus = useCallback((event: FocusEvent) => {
    const article = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-message]') : null;
    current.current = article?.dataset['message'] ?? current.current;
  }, []);

  return useMemo(() => ({ focusRow, onKeyDown, onFocus }), [focusRow, onKeyDown, onFocus]);
}
