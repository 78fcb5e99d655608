import { useEffect, useState } from 'react';
import type { CheckpointChoice, CheckpointFacts } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import css from './changes.module.css';

/** What is kept so that changes can be taken back, for all conversations. */
export function ChangeSettings() {
  const t = useT('changes');
  const language = useLanguage();
  const toast = useToast();
  const attempt = useAsyncAction();
  const { fileChanges } = useServices();
  const [facts, setFacts] = useState<CheckpointFacts | null>(null);
  const [clearing, setClearing] = useState(false);
  const read = async () => setFacts(await (await fileChanges()).facts());
  useEffect(() => {
    let current = true;
    const begin = async () => {
      const found = await (await fileChanges()).facts();
      if (current) setFacts(found);
    };
    // The list above reports a host that can't be reached.
    void begin().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [fileChanges]);
  if (!facts) return null;
  const { settings, bytes, most, days } = facts;
  const change = (choice: CheckpointChoice) => {
    const write = async () => setFacts(await (await fileChanges()).change(choice));
    return attempt(write());
  };
  const size = (value: number) => formatBytes(value, language);
  return (
    <Disclosure summary={t('kept.title')}>
      <Setting label={t('kept.on')} hint={t('kept.onHint', { days, most: size(most), bytes: size(bytes) })}>
        {(ids) => (
          <Switch
            checked={settings.on}
            onChange={(on) => change({ on })}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
      {settings.on && (
        <>
          <Setting label={t('kept.commands')} hint={t('kept.commandsHint')}>
            {(ids) => (
              <Switch
                checked={settings.commands}
                onChange={(commands) => change({ commands })}
                labelledBy={ids.label}
                describedBy={ids.hint}
              />
            )}
          </Setting>
          <Setting label={t('kept.ignored')} hint={t('kept.ignoredHint')}>
            {(ids) => (
              <Switch
                checked={settings.ignored}
                onChange={(ignored) => change({ ignored })}
                labelledBy={ids.label}
                describedBy={ids.hint}
              />
            )}
          </Setting>
        </>
      )}
      <Button className={css['clear']} small variant="danger" disabled={bytes === 0} onClick={() => setClearing(true)}>
        {t('kept.clear')}
      </Button>
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t('kept.clearAsk')}
        description={t('kept.clearBody')}
        yes={t('kept.clearDo')}
        onConfirm={async () => {
          const clear = async () => {
            await (await fileChanges()).clear();
            await read();
          };
          if (await attempt(clear())) toast({ title: t('kept.cleared') });
        }}
      />
    </Disclosure>
  );
}
