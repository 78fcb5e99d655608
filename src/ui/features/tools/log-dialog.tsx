import { useEffect, useRef, useState } from 'react';
import type { McpLog, McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { formatMoment, SECONDS } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useReason } from '#ui/shared/errors/use-reason.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './log-dialog.module.css';

const EVERY_MS = 2000;

interface LogDialogProps {
  server: McpServer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The last lines a server wrote, updated while it is open. Stays at the end unless the user scrolls up. */
export function LogDialog({ server, open, onOpenChange }: LogDialogProps) {
  const t = useT('mcp');
  const common = useT('common');
  const language = useLanguage();
  const problemMessage = useProblemMessage();
  const reason = useReason();
  const copy = useCopy();
  const { host } = useServices().mcp;
  const close = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const [lines, setLines] = useState<McpLog['lines'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!open) return undefined;
    let cancelled = false;
    const read = async () => {
      try {
        const { lines: now } = await host.log(server.id);
        if (cancelled) return;
        setProblem(null);
        setLines((before) => (before?.length === now.length && before.at(-1)?.at === now.at(-1)?.at ? before : now));
      } catch (error) {
        if (!cancelled) setProblem(problemMessage(error));
      }
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      cancelled = true;
      clearInterval(timer);
    };
  }, [open, host, server.id, problemMessage]);

  useEffect(() => {
    const node = box.current;
    if (node && follow.current && lines !== null) node.scrollTop = node.scrollHeight;
  }, [lines]);

  const now = useToday();
  // Baton's own lines are in the user's language; everything else is what the server wrote.
  const shown = (lines ?? []).map((line) =>
    line.from === 'host'
      ? { ...line, source: 'Baton', text: reason(line.text) ?? line.text }
      : { ...line, source: line.from },
  );
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={t('log.title', { server: server.label })}
      initialFocus={close}
      footer={
        <>
          {lines !== null && lines.length > 0 && (
            <Button
              variant="quiet"
              onClick={() =>
                void copy(
                  shown.map(({ at, source, text }) => `${new Date(at).toISOString()} ${source} ${text}`).join('\n'),
                )
              }
            >
              {t('log.copy')}
            </Button>
          )}
          <Button ref={close} onClick={() => onOpenChange(false)}>
            {common('close')}
          </Button>
        </>
      }
    >
      {problem && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {lines?.length === 0 && <p className={text['quiet']}>{t('log.none')}</p>}
      {lines !== null && lines.length > 0 && (
        // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keys
        <div
          ref={box}
          className={css['log']}
          role="log"
          aria-live="off"
          aria-label={t('log.title', { server: server.label })}
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            follow.current = scrollHeight - scrollTop - clientHeight < 24;
          }}
        >
          {numbered(shown).map(({ key, at, from, source, text }) => (
            <p key={key} className={css['logLine']} data-from={from}>
              <time>{formatMoment(at, now, language, SECONDS)}</time> <span>{source}</span> {text}
            </p>
          ))}
        </div>
      )}
    </Modal>
  );
}

/** Lines written in the same millisecond are distinguished by their order. */
function numbered<Line extends McpLog['lines'][number]>(lines: readonly Line[]): (Line & { key: string })[] {
  const seen = new Map<number, number>();
  return lines.map((line) => {
    const count = seen.get(line.at) ?? 0;
    seen.set(line.at, count + 1);
    return { ...line, key: `${line.at}.${count}` };
  });
}
