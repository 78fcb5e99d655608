import { startScreenTexts } from '#texts/start-texts.ts';
import { useEffect, useState } from 'react';
import type { ReadableExport } from '#history/recovery/export-readable.ts';
import type { FolderSnapshot } from '#history/recovery/snapshot-folder.ts';
import { StorageError } from '#storage/storage-error.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { AskFirst } from './ask-first.tsx';
import { ClearSection } from './clear-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { RetainedSection } from './retained-section.tsx';
import { Section, FailureMessage, type SectionProps } from './rescue-section.tsx';
import { saveStream } from '#ui/shared/files/save-stream.ts';
import css from './start-screen.module.css';

export type RecoverySection = 'save' | 'free-space' | 'journal' | 'snapshots' | 'empty' | 'clear';

export function RecoverySections({ which, ...props }: SectionProps & { which: readonly RecoverySection[] }) {
  return (
    <>
      {which.includes('journal') && <JournalSection {...props} />}
      {which.includes('save') && <Save {...props} />}
      {which.includes('free-space') && <RetainedSection {...props} />}
      {which.includes('snapshots') && <Snapshots {...props} />}
      {which.includes('empty') && <Empty {...props} />}
      {which.includes('clear') && <ClearSection {...props} />}
    </>
  );
}

function Save({ rescue, language }: SectionProps) {
  const texts = startScreenTexts(language).start;
  const [rows, setRows] = useState<number | null>(null);
  const [saved, setSaved] = useState<ReadableExport | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async () => {
    setFailure(null);
    setSaved(null);
    setRows(0);
    try {
      const report = await saveStream(`baton-rescued-${new Date().toISOString().slice(0, 10)}.zip`, (to) =>
        rescue.exportReadable(to, setRows),
      );
      if (report) setSaved(report);
    } catch (error) {
      setFailure(error);
    }
    setRows(null);
  };
  return (
    <Section title={texts.save} body={texts.saveBody}>
      <Button busy={rows !== null} onClick={() => void save()}>
        {texts.saveButton}
      </Button>
      <p className={css['said']} role="status">
        {rows !== null && texts.rows(rows.toLocaleString(language))}
        {saved && texts.saved(saved.conversations, saved.messages)}{' '}
        {saved !== null && saved.unreadable + saved.lost > 0 && texts.savedMissing(saved.unreadable + saved.lost)}
      </p>
      {failure instanceof StorageError && failure.code === 'missing' ? (
        <p className={css['failure']} role="alert">
          {texts.nothingToSave}
        </p>
      ) : (
        failure !== null && <FailureMessage error={failure} language={language} />
      )}
    </Section>
  );
}

const SHOWN = 5;

function Snapshots({ rescue, language, onRestored }: SectionProps) {
  const texts = startScreenTexts(language).start;
  const [list, setList] = useState<readonly FolderSnapshot[] | 'loading' | 'unreachable'>('loading');
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState<{ id: string; done: number; of: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let shown = true;
    rescue.snapshots().then(
      (found) => shown && setList(found),
      () => shown && setList('unreachable'),
    );
    return () => {
      shown = false;
    };
  }, [rescue]);
  const restore = async (id: string) => {
    setFailure(null);
    setBusy({ id, done: 0, of: 0 });
    try {
      onRestored(await rescue.restore(id, (done, of) => setBusy({ id, done, of })));
    } catch (error) {
      setFailure(error);
      setBusy(null);
    }
  };
  return (
    <Section title={texts.snapshots} body={texts.snapshotsBody}>
      {typeof list === 'string' || list.length === 0 ? (
        <p className={css['said']} role="status">
          {list === 'loading'
            ? texts.snapshotsLoading
            : list === 'unreachable'
              ? texts.snapshotsUnreachable
              : texts.snapshotsNone}
        </p>
      ) : (
        <ul className={css['list']}>
          {list.slice(0, all ? list.length : SHOWN).map((one) => {
            const when = formatDateTime(one.at, language);
            return (
              <li key={one.id} className={css['row']}>
                <span className={css['what']}>
                  <span>{when}</span>
                  <span className={css['holds']}>
                    {[
                      one.counts && texts.snapshotHolds(one.counts.conversations, one.counts.messages),
                      formatBytes(one.bytes, language),
                      one.beforeUpgrade && texts.snapshotUpgrade,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Button
                  small
                  busy={busy?.id === one.id}
                  disabled={busy !== null && busy.id !== one.id}
                  aria-label={texts.restoreOf(when)}
                  onClick={() => void restore(one.id)}
                >
                  {texts.restore}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {typeof list !== 'string' && list.length > SHOWN && !all && (
        <Button small variant="quiet" onClick={() => setAll(true)}>
          {texts.snapshotsMore}
        </Button>
      )}
      <p className={css['said']} role="status">
        {busy !== null &&
          busy.of > 0 &&
          texts.restoring(busy.done.toLocaleString(language), busy.of.toLocaleString(language))}
      </p>
      {failure !== null && <FailureMessage error={failure} language={language} />}
    </Section>
  );
}

function Empty({ rescue, language, reload }: SectionProps) {
  const texts = startScreenTexts(language).start;
  return (
    <AskFirst
      title={texts.empty}
      body={texts.emptyBody}
      button={texts.emptyButton}
      sure={texts.emptySure}
      yes={texts.emptyYes}
      language={language}
      act={async () => {
        await rescue.startEmpty();
        reload();
      }}
    />
  );
}
