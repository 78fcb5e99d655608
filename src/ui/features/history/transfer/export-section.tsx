import { useState } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { isUnused, sortSessions } from '#ui/shared/sessions/group-sessions.ts';
import { ExportOptionsForm, FORMATS, DEFAULT_OPTIONS } from './export-options.tsx';
import { ExportStatus } from './export-status.tsx';
import { PickSessions } from './pick-sessions.tsx';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { useExportState } from './transfer-states.ts';
import { useStartExport } from './use-start-export.ts';
import css from './transfer.module.css';

/** Exports everything, or the conversations chosen here, as one file. */
export function ExportSection() {
  const t = useT('transfer');
  const state = useExportState();
  const { exports } = useServices().transfers;
  const busy = state.step === 'going' || state.step === 'done';
  return (
    <Section title={t('export.title')} intro={t('export.intro')}>
      <div className={css['area']}>
        <StepPanel step={state.step} label={t('export.title')}>
          <ExportStatus state={state} onDone={exports.dismiss} />
          {!busy && <ExportForm />}
        </StepPanel>
      </div>
    </Section>
  );
}

function ExportForm() {
  const t = useT('transfer');
  const stored = useSessions('');
  const deleted = useSessions('', 'trash');
  const start = useStartExport();
  const [what, setWhat] = useState<'all' | 'some'>('all');
  const [trash, setTrash] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  if (!stored || !deleted) return null;
  const sessions = sortSessions(stored).filter((one) => !isUnused(one));
  const selected = sessions.filter(({ id }) => chosen.has(id));
  const begin = () =>
    what === 'all'
      ? start({ ...options, sessions: 'all', trash })
      : start({ ...options, sessions: selected.map(({ id }) => id), trash: false }, selected[0]?.title);
  const nothing = what === 'all' ? sessions.length === 0 && !(trash && deleted.length > 0) : selected.length === 0;
  return (
    <div className={css['stack']}>
      <Segmented
        label={t('export.what')}
        value={what}
        onChange={setWhat}
        options={[
          { value: 'all', label: t('export.all') },
          { value: 'some', label: t('export.some') },
        ]}
      />
      {what === 'some' && <PickSessions sessions={sessions} chosen={chosen} onChange={setChosen} />}
      {what === 'all' && deleted.length > 0 && (
        <Setting label={t('export.trash')} hint={t('export.trashHint')}>
          {(ids) => <Switch checked={trash} onChange={setTrash} labelledBy={ids.label} describedBy={ids.hint} />}
        </Setting>
      )}
      <ExportOptionsForm formats={FORMATS} value={options} onChange={setOptions} />
      <div className={css['buttons']}>
        <Button variant="primary" disabled={nothing} onClick={begin}>
          {what === 'all' ? t('export.startAll') : t('export.startSome', { count: selected.length })}
        </Button>
        {sessions.length === 0 && <p className={css['quiet']}>{t('export.none')}</p>}
      </div>
    </div>
  );
}
