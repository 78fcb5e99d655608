import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import { DICTATION_KEY, type DictationChoice, readDictationChoice } from '#flows/dictation/dictation-choice.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { staysHere, WorkModelForm } from '#ui/shared/models/work-model-form.tsx';
import css from './dictation-setting.module.css';

const NO_CONNECTIONS: readonly Connection[] = [];

/** Who writes down what the user dictates. Nobody does before the user says so. */
export function DictationSetting() {
  const t = useT('dictation');
  const attempt = useAsyncAction();
  const { settings } = useServices();
  const { connections = NO_CONNECTIONS } = useConnections();
  const stored = useStore(settings.store, ({ values }) => values.get(DICTATION_KEY));
  const choice = readDictationChoice(stored);
  const [choosing, setChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isChosen = choice !== null;
  const before = useRef({ choosing, isChosen });
  // What had the focus is gone then.
  useEffect(() => {
    const { current } = before;
    before.current = { choosing, isChosen };
    if (current.choosing === choosing && current.isChosen === isChosen) return;
    if (isFocusLost()) place.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [choosing, isChosen]);
  const store = (next: DictationChoice | null) => attempt(settings.set(DICTATION_KEY, next));
  return (
    <div ref={place}>
      <Setting label={t('setting')} hint={t('settingHint')}>
        {choice ? (
          <>
            <span className={css['chosen']}>
              {t('setting.by', {
                model: choice.model,
                vendor: connections.find(({ id }) => id === choice.connection)?.label ?? choice.connection,
              })}
            </span>
            <Button small onClick={() => void store(null)}>
              {t('setting.off')}
            </Button>
          </>
        ) : (
          !choosing && (
            <Button small onClick={() => setChoosing(true)}>
              {t('setting.choose')}
            </Button>
          )
        )}
      </Setting>
      {!choice && choosing && (
        <div className={css['choosing']}>
          <WorkModelForm
            work="transcription"
            connections={connections}
            labels={{
              connection: t('setting.connection'),
              model: t('setting.model'),
              choose: t('setting.on'),
              nobody: t('setting.nobody'),
            }}
            renderNotice={(one) => (
              <>
                <p>
                  {staysHere(one)
                    ? t('setting.leavesHere', { vendor: one.label })
                    : t('setting.leaves', { vendor: one.label, address: new URL(one.baseUrl).host })}
                </p>
                <p>{t('setting.stays')}</p>
              </>
            )}
            onCancel={() => setChoosing(false)}
            onChoose={async (chosen) => {
              if (await store(chosen)) setChoosing(false);
            }}
          />
        </div>
      )}
    </div>
  );
}
