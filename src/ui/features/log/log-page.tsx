import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { logEndpoints } from '#contract/logs.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { saveText } from '#ui/kit/files/save-text.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import { filterLines, lineText, NO_FILTER } from './filter-lines.ts';
import type { ShownLine } from './filter-lines.ts';
import { LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import { useLogLines } from './use-log-lines.ts';
import css from './log-page.module.css';

/** How many of the newest lines are shown at first, and how many more per request. */
const STEP = 300;

/** Shows the log of what Baton did, for users who want to know why, and for bug reports. */
export function LogPage() {
  const t = useT('log');
  const copy = useCopy();
  const { log } = useServices().log;
  const host = useHostGroup(logEndpoints);
  const { busy, error, submit } = useSubmission();
  const messageOf = useProblemMessage();
  const texts = useStore(log.store, (state) => state.texts);
  const { lines: now, file, hostAway, clear } = useLogLines();
  const sessions = useSessions('');
  const frame = useT('frame');
  const [filter, setFilter] = useState(NO_FILTER);
  const [most, setMost] = useState(STEP);
  const [paused, setPaused] = useState<readonly ShownLine[] | null>(null);
  const [diagnosing, setDiagnosing] = useState(false);

  const saveAll = () => submit(async () => saveFile(await host.logText(), 'baton-log-all.jsonl'));

  const lines = paused ?? now;
  const titles = useMemo(
    () => new Map((sessions ?? []).map(({ id, title }) => [id, title || frame('session.untitled')])),
    [sessions, frame],
  );
  const events = useMemo(() => [...new Set(lines.map(({ event }) => event))].toSorted(), [lines]);
  const sessionIds = useMemo(() => [...new Set(lines.flatMap(({ sessionID }) => sessionID ?? []))], [lines]);
  const found = useMemo(() => filterLines(lines, filter), [lines, filter]);
  const shown = found.slice(-most);

  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      <div className={css['actions']}>
        <Button small variant="primary" onClick={() => setDiagnosing(true)}>
          {t('diagnostics')}
        </Button>
        <Button small disabled={found.length === 0} onClick={() => saveText(fileText(found), 'baton-log.jsonl')}>
          {t('save')}
        </Button>
        {file !== null && (
          <Button small onClick={() => void copy(file)} title={file}>
            {t('copyPath')}
          </Button>
        )}
        <Button
          small
          variant="quiet"
          onClick={() => {
            clear();
            setPaused(null);
          }}
        >
          {t('clear')}
        </Button>
      </div>
      {hostAway && (
        <Notice tone="warning" live>
          {t('hostAway')}
        </Notice>
      )}
      <LogFilters
        filter={filter}
        onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
        events={events}
        sessions={sessionIds.map((id) => ({ id, title: titles.get(id) ?? id }))}
      />
      <div className={css['above']}>
        <p className={text['quiet']} role="status">
          {t('count', { count: found.length, all: lines.length })}
        </p>
        <span className={css['live']}>
          <span id="log-live">{t('live')}</span>
          <Switch checked={paused === null} onChange={(live) => setPaused(live ? null : now)} labelledBy="log-live" />
        </span>
      </div>
      {shown.length === 0 ? (
        <p className={rows['none']}>{t(lines.length === 0 ? 'none' : 'noneFound')}</p>
      ) : (
        <>
          {found.length > shown.length && (
            <Button small variant="quiet" onClick={() => setMost(most + STEP)}>
              {t('earlier', { count: found.length - shown.length })}
            </Button>
          )}
          <LogList lines={shown} titles={titles} />
        </>
      )}
      <Section title={t('more')}>
        <Setting label={t('texts')} hint={t('textsHint')}>
          {(ids) => (
            <Switch
              checked={texts}
              onChange={(on) => log.keepTexts(on)}
              labelledBy={ids.label}
              describedBy={ids.hint}
            />
          )}
        </Setting>
        {file !== null && (
          <p className={css['file']}>
            {t('file')} <code>{file}</code>{' '}
            <Button small busy={busy} onClick={() => void saveAll()}>
              {t('saveAll')}
            </Button>
            {error !== null && (
              <Notice tone="danger" live>
                {messageOf(error)}
              </Notice>
            )}
          </p>
        )}
      </Section>
      <DiagnosticsDialog open={diagnosing} onOpenChange={setDiagnosing} lines={now} />
    </>
  );
}

function fileText(lines: readonly ShownLine[]): string {
  return lines.map((line) => `${lineText(line)}\n`).join('');
}
