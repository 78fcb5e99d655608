import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { useShowThinking } from '#ui/data/preferences.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import css from './thinking.module.css';

interface ThinkingProps {
  text: string;
  durationMs: number | undefined;
  /** Still growing. */
  live: boolean;
  /** When the answer was requested, for a live answer's clock. */
  startedAt: number;
  /** Position in the message. */
  name: string;
}

const PEEK = 160;

/** The current line of thinking, for sighted users. */
export function lastLine(text: string): string {
  const trimmed = text.trimEnd();
  const line = trimmed.slice(Math.max(trimmed.lastIndexOf('\n') + 1, trimmed.length - PEEK));
  return plainExcerpt(line, PEEK);
}

/** The model's thinking, folded. While it is thinking, the current line is visible. */
export const Thinking = memo(function Thinking({ text, durationMs, live, startedAt, name }: ThinkingProps) {
  const t = useT('chat');
  const durationLabel = useDurationLabel();
  const id = useId();
  const [show] = useShowThinking();
  const [open, setOpen] = useFold(`thinking${name}`, show, () => text);
  const now = useClock(live);
  const shown = text.trim() !== '';
  const elapsed = live ? Math.max(durationMs ?? 0, now - startedAt) : durationMs;
  const title = live
    ? t('thinking.live', { time: durationLabel(elapsed ?? 0) })
    : elapsed === undefined || elapsed < 500
      ? t('thinking.done')
      : t('thinking.doneIn', { time: durationLabel(elapsed) });
  if (!shown)
    return (
      <p className={css['plain']} data-live={live || undefined}>
        <span className={css['bead']} aria-hidden />
        {title}
        {!live && <span className={css['note']}>{t('thinking.hidden')}</span>}
      </p>
    );
  return (
    <div className={css['thinking']} data-open={open || undefined}>
      <button
        type="button"
        className={css['head']}
        data-live={live || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={css['bead']} aria-hidden />
        <span className={css['title']}>{title}</span>
        <ChevronRight className={css['chevron']} aria-hidden />
        {live && !open && (
          <span className={css['peek']} aria-hidden>
            {lastLine(text)}
          </span>
        )}
      </button>
      <div id={id} className={css['body']} hidden={!open}>
        {open && <Markdown text={text} streaming={live} />}
      </div>
    </div>
  );
});

/** Thinking that the vendor sent encrypted: stored and sent back, but unreadable here. */
export function RedactedThinking() {
  const t = useT('chat');
  return (
    <p className={css['plain']}>
      <span className={css['bead']} aria-hidden />
      {t('thinking.redacted')}
      <span className={css['note']}>{t('thinking.redactedNote')}</span>
    </p>
  );
}
