import type { IncomingTransferState } from '#state/incoming-transfer.ts';
import { changedSessions } from '#state/incoming-transfer.ts';
import { useServices } from '#ui/data/services.ts';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ImportNotes } from './import-notes.tsx';
import { ResultRow } from './result-row.tsx';
import { UndoLine } from './undo-line.tsx';
import { useResultLabel } from './use-result-label.ts';
import { VirtualRows } from './virtual-rows.tsx';
import css from './transfer.module.css';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What was restored or imported, what wasn't and why, and what to do next: open, undo. */
export function IncomingTransferReceipt({ state }: { state: Extract<IncomingTransferState, { step: 'done' }> }) {
  const t = useT('transfer');
  const frame = useT('frame');
  const resultLabel = useResultLabel();
  const { intake } = useServices().transfers;
  const { opened, preview, report, undo } = state;
  const messages = (count: number) => t('count.messages', { count });
  const transferred = report.results.flatMap((one) => (one.kind === 'new' || one.kind === 'diverged' ? [one] : []));
  const fresh = transferred.filter(({ kind }) => kind === 'new');
  const merged = transferred.filter(({ kind }) => kind === 'diverged');
  const reachedIds = new Set(report.results.map(({ id }) => id));
  const requestedIds = new Set(state.selected);
  const restorable = changedSessions(preview);
  const omitted = restorable.filter(({ id }) => !requestedIds.has(id)).length;
  const notReached = restorable.filter(({ id }) => requestedIds.has(id) && !reachedIds.has(id)).length;
  // Conversations without anything new were not requested again.
  const rest = preview.results.filter(({ id }) => !reachedIds.has(id) && !requestedIds.has(id));
  const same = [...report.results, ...rest].filter(({ kind }) => kind === 'same').length;
  const refused = [...report.results, ...rest].filter(({ kind }) => kind === 'refused').length;
  const empty = report.receipt?.skipped.filter(({ reason }) => reason === 'empty').length ?? 0;
  const all = [...report.results, ...rest.filter(({ kind }) => kind === 'same' || kind === 'refused')];
  const taken = undo.step === 'done';
  const lines = [
    fresh.length > 0 &&
      t('receipt.new', { count: fresh.length, messages: messages(sum(fresh.map(({ added }) => added))) }),
    merged.length > 0 &&
      t('receipt.joined', { count: merged.length, messages: messages(sum(merged.map(({ added }) => added))) }),
    report.library > 0 && t('receipt.library', { count: report.library }),
    same > 0 && t('receipt.same', { count: same }),
    omitted > 0 && t('receipt.omitted', { count: omitted }),
    empty > 0 && t('receipt.empty', { count: empty }),
    refused > 0 && t('receipt.refused', { count: refused }),
    notReached > 0 && t('receipt.notReached', { count: notReached }),
  ].filter((line) => line !== false);
  const [one] = transferred;
  const anything = transferred.length > 0 || report.library > 0;
  const stopped = report.stopped === 'cancelled';
  const failure = report.stopped === 'cancelled' ? null : report.stopped;
  return (
    <div className={css['stack']}>
      {failure && <FailureNotice title={t('receipt.ended')} failure={failure} />}
      <Notice
        tone={anything && !stopped && !failure && !taken ? 'success' : 'info'}
        live
        title={t(stopped ? 'receipt.stopped' : anything ? `receipt.${opened.kind}` : 'receipt.nothing')}
        actions={
          <>
            {one && !taken && (
              <a
                className={`${buttonClass('plain', true)} ${css['openLink']}`}
                href={formatRoute({ name: 'session', id: one.id })}
              >
                <span>{t('receipt.open', { title: one.title || frame('session.untitled') })}</span>
              </a>
            )}
            <Button small variant={one ? 'quiet' : 'plain'} onClick={intake.dismiss}>
              {t('receipt.another')}
            </Button>
          </>
        }
      >
        {(stopped || failure) && transferred.length > 0 && !taken && <p>{t('receipt.stoppedBody')}</p>}
        <ul className={css['lines']}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
      {report.lost.length > 0 && <Notice tone="warning">{t('receipt.lost', { count: report.lost.length })}</Notice>}
      {report.damaged.map((part) => (
        <Notice key={part} tone="warning">
          {t(`receipt.damaged.${part}`)}
        </Notice>
      ))}
      <UndoLine state={state} intake={intake} />
      {report.receipt && <ImportNotes receipt={report.receipt} />}
      {all.length > 0 && (
        <Disclosure summary={t('receipt.list')} open={all.length <= 8}>
          <VirtualRows
            label={t('receipt.list')}
            items={all}
            keyOf={({ id }) => id}
            renderRow={(result, tabIndex) => (
              <ResultRow
                id={result.id}
                title={result.title || frame('session.untitled')}
                detail={resultLabel(result)}
                here={result.kind === 'same' || (reachedIds.has(result.id) && result.kind !== 'refused' && !taken)}
                tabIndex={tabIndex}
              />
            )}
          />
        </Disclosure>
      )}
    </div>
  );
}
