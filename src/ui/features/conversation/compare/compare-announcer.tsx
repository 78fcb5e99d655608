import { useEffect, useRef, useState } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface CompareAnnouncerProps {
  answers: readonly StoredMessage[];
  labelOf: (answer: StoredMessage) => string;
}

/** Announces to screen readers which of several answers has ended. */
export function CompareAnnouncer({ answers, labelOf }: CompareAnnouncerProps) {
  const t = useT('tree');
  const [announced, setAnnounced] = useState('');
  const growing = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = answers.filter((answer) => answer.status !== 'streaming' && growing.current.has(answer.id));
    growing.current = new Set(answers.flatMap(({ id, status }) => (status === 'streaming' ? [id] : [])));
    if (ended.length === 0) return;
    const texts = ended.map((answer) => {
      const how = answer.error ? 'failed' : isStopped(answer) ? 'stopped' : 'done';
      return t(`announce.${how}`, { model: labelOf(answer) });
    });
    setAnnounced(texts.join(' '));
    // oxlint-disable-next-line react/exhaustive-deps -- announces once, when the answers change
  }, [answers]);
  return (
    <output className="visually-hidden" aria-live="polite">
      {announced}
    </output>
  );
}

function isStopped({ status, stop }: StoredMessage): boolean {
  return status === 'interrupted' || stop === 'aborted';
}
