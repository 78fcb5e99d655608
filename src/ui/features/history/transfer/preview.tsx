import { useMemo, useState } from 'react';
import { changedSessions, type IncomingTransferState } from '#state/incoming-transfer.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ToggleChip } from '#ui/kit/controls/toggle-chip.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { AddedFields } from './added-fields.tsx';
import { ImportNotes } from './import-notes.tsx';
import { OpenedHead } from './opened-head.tsx';
import { PickRow } from './pick-row.tsx';
import { countKinds, kindsOf, PREVIEW_KINDS, type PreviewKind } from './preview-kinds.ts';
import { useResultLabel } from './use-result-label.ts';
import { VirtualRows } from './virtual-rows.tsx';
import css from './transfer.module.css';

/** With more than this, titles can be searched. */
const FEW = 12;

/** Shows what would happen to each conversation. Each can be left out. */
export function Preview({ state }: { state: Extract<IncomingTransferState, { step: 'choosing' }> }) {
  const t = useT('transfer');
  const frame = useT('frame');
  const common = useT('common');
  const resultLabel = useResultLabel();
  const { intake } = useServices().transfers;
  const { opened, preview, omitted } = state;
  const { results, receipt } = preview;
  const [only, setOnly] = useState<PreviewKind | null>(null);
  const [search, setSearch] = useState('');
  const counts = useMemo(() => countKinds(results), [results]);
  const restorable = useMemo(() => new Set(changedSessions(preview).map(({ id }) => id)), [preview]);
  const shown = useMemo(() => {
    const matches = titleMatcher(search);
    return results.filter((one) => (only === null || kindsOf(one).includes(only)) && matches(one.title));
  }, [results, only, search]);
  const free = shown.filter(({ id }) => restorable.has(id));
  const selected = [...restorable].filter((id) => !omitted.has(id)).length;
  const allChosen = free.length > 0 && free.every(({ id }) => !omitted.has(id));
  // What belongs to no conversation comes with all of them.
  const library = selected === restorable.size ? preview.library : 0;
  const isRestorable = restorable.size > 0 || library > 0;
  const filters = PREVIEW_KINDS.filter((kind) => counts[kind] > 0);

  return (
    <div className={css['stack']}>
      <OpenedHead opened={opened} />
      {results.length === 0 && library === 0 ? (
        <Notice tone="warning">{t('preview.noConversation')}</Notice>
      ) : results.length > 0 && restorable.size === 0 && counts.refused === 0 ? (
        <Notice tone="success" title={t('preview.nothing')}>
          {t('preview.nothingBody')}
        </Notice>
      ) : null}
      {library > 0 && <p>{t('preview.library', { count: library })}</p>}
      <AddedFields preview={preview} omitted={omitted} />
      {receipt && <ImportNotes receipt={receipt} />}
      {results.length > 0 && (
        <>
          <div className={css['chips']} role="group" aria-label={t('preview.filter')}>
            {([null, ...filters] as const).map((kind) => (
              <ToggleChip key={kind ?? 'all'} pressed={only === kind} onClick={() => setOnly(kind)}>
                {t(`kind.${kind ?? 'all'}`)} <b>{(kind ? counts[kind] : results.length).toLocaleString()}</b>
              </ToggleChip>
            ))}
          </div>
          {results.length > FEW && (
            <Field
              label={t('preview.search')}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {free.length > 1 && (
            <label className={css['allOf']}>
              <input
                type="checkbox"
                checked={allChosen}
                onChange={({ target }) =>
                  intake.choose(
                    free.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
              {t('preview.all')}
            </label>
          )}
          {shown.length === 0 ? (
            <p className={css['quiet']}>{t('preview.noneFound')}</p>
          ) : (
            <VirtualRows
              label={t('preview.list')}
              items={shown}
              keyOf={({ id }) => id}
              renderRow={(result, tabIndex) => (
                <PickRow
                  title={result.title || frame('session.untitled')}
                  detail={resultLabel(result)}
                  tone={result.kind}
                  checked={restorable.has(result.id) && !omitted.has(result.id)}
                  fixed={!restorable.has(result.id)}
                  tabIndex={tabIndex}
                  onChange={(on) => intake.choose([result.id], on)}
                />
              )}
            />
          )}
        </>
      )}
      <div className={css['buttons']}>
        {isRestorable && (
          <Button variant="primary" disabled={selected === 0 && library === 0} onClick={() => void intake.restore()}>
            {selected === 0 && library > 0
              ? t('preview.restoreLibrary')
              : t(`preview.${opened.kind}`, { count: selected })}
          </Button>
        )}
        <Button onClick={intake.dismiss}>{common(isRestorable ? 'cancel' : 'close')}</Button>
        {restorable.size > 0 && selected === 0 && <p className={css['quiet']}>{t('preview.noneChosen')}</p>}
      </div>
    </div>
  );
}
