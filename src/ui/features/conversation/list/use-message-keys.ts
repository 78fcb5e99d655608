import type { ReactVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useAnswerText } from '#ui/features/conversation/message/use-answer-text.ts';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import { isTyping } from '#ui/kit/keyboard/is-typing.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { CHAT_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { letterOf } from './letter-keys.ts';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { useBranchKeys } from './use-branch-keys.ts';

interface MessageKeysOptions {
  rows: readonly Row[];
  virtualizer: ReactVirtualizer<HTMLDivElement, HTMLDivElement>;
  scroller: RefObject<HTMLDivElement | null>;
  onLeave: () => void;
}

/** A row that was out of view takes a frame or two to be rendered. */
const FRAMES_TO_WAIT = 20;

/** Moves the focus between messages, and acts on the focused one. */
export function useMessageKeys({ rows, virtualizer, scroller, onLeave }: MessageKeysOptions) {
  const { sessionId, actions } = useChatScene();
  const { readOnly, running } = useChatStatus();
  const { inspect } = useReports();
  const branches = useBranchKeys();
  const copy = useCopy();
  const answerText = useAnswerText();
  /** By id, because positions shift when older messages arrive. */
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

  const stepQuestion = useCallback(
    (by: -1 | 1) => {
      const isQuestion = ({ message }: Row) => message.role === 'user' && message.author === undefined;
      const at = place();
      const here = at < 0 ? rows.length : at;
      const next =
        by === 1
          ? rows.findIndex((row, index) => index > here && isQuestion(row))
          : rows.findLastIndex((row, index) => index < here && isQuestion(row));
      if (next >= 0) focusRow(next);
    },
    [rows, place, focusRow],
  );

  useShortcuts(CHAT_SHORTCUTS, (id) => step(id === 'previousMessage' ? -1 : 1));

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A dialog that a message opened: its keys come along here, and mean nothing to the list.
      if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
      const row = rows[place()];
      const free = !readOnly && !running;
      const key = inlineKey(event.key, event.currentTarget);
      const act = (run: () => void) => {
        event.preventDefault();
        run();
      };
      const onMessage = event.target instanceof HTMLElement && event.target.dataset['message'] !== undefined;
      const letter = letterOf(event);
      if (event.shiftKey && letter === 'j') act(() => stepQuestion(1));
      else if (event.shiftKey && letter === 'k') act(() => stepQuestion(-1));
      else if (letter === 'j') act(() => step(1));
      else if (letter === 'k') act(() => step(-1));
      else if (event.key === 'Escape' && !running) act(onLeave);
      else if (!onMessage || !row) return;
      else if (event.key === 'Home') act(() => focusRow(0));
      else if (event.key === 'End') act(() => focusRow(rows.length - 1));
      else if (key === 'ArrowLeft' && free) act(() => void branches.version(row.message, -1));
      else if (key === 'ArrowRight' && free) act(() => void branches.version(row.message, 1));
      else if (letter === 'b') act(() => void branches.branch(row.message));
      else if (letter === 'v') act(() => void branches.compare(row.message));
      else if (letter === 'c') act(() => void answerText(row.message).then(copy));
      else if (letter === 'e' && row.message.role === 'user' && free) act(() => actions.startEdit(row.message));
      else if (letter === 'i' && row.message.role === 'assistant')
        act(() => inspect({ kind: 'sent', sessionId, answerId: row.message.id }));
      else if (letter === 'r' && row.message.role === 'assistant' && free) act(() => actions.retry(row.message.id));
    },
    [
      rows,
      place,
      step,
      stepQuestion,
      focusRow,
      onLeave,
      copy,
      answerText,
      inspect,
      sessionId,
      actions,
      branches,
      readOnly,
      running,
    ],
  );

  const onFocus = useCallback((event: FocusEvent) => {
    const article = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-message]') : null;
    current.current = article?.dataset['message'] ?? current.current;
  }, []);

  return useMemo(() => ({ focusRow, onKeyDown, onFocus }), [focusRow, onKeyDown, onFocus]);
}
