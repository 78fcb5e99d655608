import type { LiveCall } from '#state/agent-runs.ts';
import { formatSeconds } from '#ui/chat/message/usage-text.ts';
import { useDurationWords } from '#ui/chat/message/use-duration-words.ts';
import { useClock } from '#ui/chat/use-clock.ts';
import { Button } from '#ui/controls/button.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import { visibleText } from './visible-text.ts';
import css from './live-call.module.css';

/** In a word: what a call is doing, or how it ended and how long it took. */
export function CallState({ call }: { call: LiveCall }) {
  const t = useT('agent');
  const chat = useT('chat');
  const duration = useDurationWords();
  const running = call.state === 'running';
  const now = useClock(running);
  if (call.state === 'ended') {
    const { status = 'ok', ms } = call.outcome ?? {};
    const word = t(`status.${status}`);
    return ms === undefined ? word : `${word} · ${chat('time.seconds', { seconds: formatSeconds(ms) })}`;
  }
  if (call.cancelling) return t('call.cancelling');
  if (!running) return t(`call.${call.state}`);
  const word = t(call.waitsForPerson ? 'call.answer' : 'call.running');
  return call.startedAt === undefined ? word : `${word} · ${duration(Math.max(0, now - call.startedAt))}`;
}

/** What a running call lets see, and the way to stop it alone. */
export function CallProgress({ call, onCancel }: { call: LiveCall; onCancel: () => void }) {
  const t = useT('agent');
  const { done, total } = call;
  if (call.state === 'ended') {
    const shortened = call.outcome?.shortened;
    return shortened ? (
      <p className={css['quiet']}>
        {t('call.shortened', { lines: shortened.removedLines, output: shortened.output })}
      </p>
    ) : null;
  }
  if (call.state !== 'running') return null;
  return (
    <div className={css['progress']}>
      {total !== undefined && done !== undefined && <progress value={done} max={total} aria-label={call.name} />}
      {call.message !== undefined && <p className={css['quiet']}>{visibleText(call.message).text}</p>}
      {call.cut && <p className={css['quiet']}>{t('call.cut')}</p>}
      {call.output !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className={css['output']} role="group" aria-label={t('call.output')} tabIndex={0}>
          {visibleText(call.output).text}
        </pre>
      )}
      {!call.cancelling && (
        <Button small onClick={onCancel}>
          {t('call.cancel')}
        </Button>
      )}
    </div>
  );
}
