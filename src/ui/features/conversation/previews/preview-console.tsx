import { MessageSquareWarning } from 'lucide-react';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import type { NumberedLine } from './use-console.ts';
import css from './previews.module.css';

const FAULTS = new Set(['error', 'warn', 'blocked']);

/** What the document wrote, and what it was refused. */
export function PreviewConsole({ lines, dropped }: { lines: readonly NumberedLine[]; dropped: number }) {
  const t = useT('previews');
  const { actions } = useConversation();
  if (lines.length === 0) return null;
  const faults = lines.filter(({ level }) => FAULTS.has(level));
  const errors = lines.filter(({ level }) => level === 'error');
  const report = () =>
    actions.draft(`${t('console.report')}\n\n\`\`\`\n${errors.map(({ text }) => text).join('\n')}\n\`\`\``);
  return (
    <Disclosure
      className={css['console']}
      open={errors.length > 0}
      summary={
        <>
          {t('console.title', { count: lines.length })}
          {faults.length > 0 && (
            <span className={css['faults']}> · {t('console.faults', { count: faults.length })}</span>
          )}
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ol className={`mono ${css['lines']}`} tabIndex={0} aria-label={t('console.label')}>
        {lines.map(({ number, level, text }) => (
          <li key={number} className={css['line']} data-level={level}>
            {level === 'blocked' && <strong>{t('console.blocked')} </strong>}
            {visibleText(text).text}
          </li>
        ))}
      </ol>
      {dropped > 0 && <p className={css['hint']}>{t('console.dropped', { count: dropped })}</p>}
      {errors.length > 0 && (
        <Button small icon={<MessageSquareWarning />} onClick={report}>
          {t('console.toMessage')}
        </Button>
      )}
    </Disclosure>
  );
}
