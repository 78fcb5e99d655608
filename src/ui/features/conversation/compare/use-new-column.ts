import { useEffect, useState, type RefObject } from 'react';
import type { StoredMessage } from '#storage/rows.ts';

/**
 * Decides which answer is shown where only one fits. A newly requested answer comes into view, and takes the focus if
 * the answer it replaces had it.
 */
export function useNewColumn(
  root: RefObject<HTMLElement | null>,
  answers: readonly StoredMessage[],
): { tab: string; setTab: (id: string) => void } {
  const [earlier, setEarlier] = useState(answers);
  const [tab, setTab] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  if (earlier !== answers) {
    setEarlier(answers);
    const newest = answers.find(({ id }) => !earlier.some((one) => one.id === id));
    if (newest) {
      setTab(newest.id);
      setAdded(newest.id);
    }
  }
  useEffect(() => {
    if (added === null) return;
    const columns = [...(root.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])];
    const column = columns.find((one) => one.dataset['answer'] === added);
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    root.current?.querySelector('[role="tab"][aria-selected="true"]')?.scrollIntoView({ inline: 'nearest' });
    const inside = document.activeElement;
    if (!inside || inside === document.body) column?.focus({ preventScroll: true });
  }, [root, added]);
  return { tab: answers.some(({ id }) => id === tab) ? tab : (answers[0]?.id ?? ''), setTab };
}
