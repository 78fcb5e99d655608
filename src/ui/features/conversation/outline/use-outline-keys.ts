import { useRef, type KeyboardEvent } from 'react';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import type { OutlineLine } from '#core/outline/outline-lines.ts';
import { useEarlyKeys } from './use-early-keys.ts';

interface OutlineKeys {
  lines: readonly OutlineLine[];
  /** Index of the line that the keys act on. */
  active: number;
  folded: ReadonlySet<string>;
  /** The lines are still read. */
  busy: boolean;
  /** Number of lines that a page key skips. */
  page: number;
  onMove: (index: number) => void;
  onFold: (id: string, folded: boolean) => void;
  onGoTo: (line: OutlineLine) => void;
}

const KEYS: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
  'Enter',
]);

/** Letters typed within this time form one search. */
const TYPING_MS = 700;

/** The keys of a tree according to WAI-ARIA: arrows, ends, pages, fold and unfold, first letters, Enter. */
export function useOutlineKeys({ lines, active, folded, busy, page, onMove, onFold, onGoTo }: OutlineKeys) {
  const typed = useRef({ text: '', at: 0 });

  const findLine = (letter: string) => {
    const { text, at } = typed.current;
    const now = Date.now();
    const next = now - at < TYPING_MS ? text + letter : letter;
    typed.current = { text: next, at: now };
    const prefix = next.toLocaleLowerCase();
    // A second letter may stay on the line. The first one moves to the next match.
    const from = active + (next.length > 1 ? 0 : 1);
    for (let step = 0; step < lines.length; step += 1) {
      const index = (from + step) % lines.length;
      if (lines[index]?.excerpt.toLocaleLowerCase().startsWith(prefix)) return index;
    }
    return null;
  };

  /** Whether the key does something here. */
  const act = (key: string): boolean => {
    const line = lines[active];
    const move = (index: number) => onMove(Math.min(Math.max(index, 0), lines.length - 1));
    const unfolds = line?.opens === true && folded.has(line.id);
    const above = () => lines.findLastIndex((other, index) => index < active && line && other.level < line.level);
    switch (key) {
      case 'ArrowDown':
        move(active + 1);
        break;
      case 'ArrowUp':
        move(active - 1);
        break;
      case 'Home':
        move(0);
        break;
      case 'End':
        move(lines.length - 1);
        break;
      case 'PageDown':
        move(active + page);
        break;
      case 'PageUp':
        move(active - page);
        break;
      case 'ArrowRight':
        if (line && unfolds) onFold(line.id, false);
        else if (line?.opens) move(active + 1);
        break;
      case 'ArrowLeft':
        if (line?.opens && !unfolds) onFold(line.id, true);
        else if (above() >= 0) move(above());
        break;
      case 'Enter':
        if (line) onGoTo(line);
        break;
      default: {
        const found = findLine(key);
        if (found === null) return false;
        move(found);
      }
    }
    return true;
  };
  const press = useEarlyKeys(busy, act);

  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const key = inlineKey(event.key, event.currentTarget);
    if (!KEYS.has(key) && (key.length !== 1 || (key === ' ' && !busy && typed.current.text === ''))) return;
    if (press(key)) event.preventDefault();
  };
}
