import { KeyRound, Lock } from 'lucide-react';
import { useState } from 'react';
import type { SecretsState } from '#contract/secrets.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFocusBack } from '#ui/kit/keyboard/use-focus-back.ts';
import { ChooseStore } from './choose-store.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { useUnlock } from './unlock.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './store-card.module.css';

/** Shows where keys are stored now, and how to change it. */
export function StoreCard({ state }: { state: SecretsState }) {
  const t = useT('settings');
  const toast = useToast();
  const unlock = useUnlock();
  const [choosing, setChoosing] = useState(false);
  const [resetting, setResetting] = useState(false);
  const opener = useFocusBack(choosing);
  const damaged = state.problem !== null;
  const canChange = !state.locked && state.choices.some((kind) => kind !== 'os' && kind !== 'unset');
  return (
    <section className={css['store']} aria-label={t('store.title')}>
      <div className={css['storeLine']}>
        {state.locked ? <Lock aria-hidden /> : <KeyRound aria-hidden />}
        <div className={css['storeWords']}>
          <p className={css['storeTitle']}>{t('store.title')}</p>
          <p className={css['storeKind']}>
            {t(`store.${state.kind}`)}
            {state.locked && !damaged && <Tag>{t('store.locked')}</Tag>}
          </p>
          <p className={text['dim']}>{t(`store.${state.kind}Body`)}</p>
          {state.backend && <p className={text['dim']}>{t('store.backend', { backend: state.backend })}</p>}
        </div>
        <div className={css['buttons']}>
          {state.locked && !damaged && (
            <Button small variant="primary" onClick={unlock}>
              {t('unlock.button')}
            </Button>
          )}
          {canChange && !choosing && (
            <Button
              ref={opener}
              small
              variant={state.kind === 'unset' ? 'primary' : 'plain'}
              onClick={() => setChoosing(true)}
            >
              {t(state.kind === 'unset' ? 'store.choose' : 'store.change')}
            </Button>
          )}
        </div>
      </div>
      {damaged && (
        <div className={css['storeForm']}>
          <Notice
            tone="danger"
            title={t('store.problem')}
            actions={
              <Button small variant="danger" onClick={() => setResetting(true)}>
                {t('store.reset')}
              </Button>
            }
          >
            {t('store.problemBody')}
          </Notice>
        </div>
      )}
      {choosing && (
        <div className={css['storeForm']}>
          <ChooseStore
            state={state}
            onCancel={() => setChoosing(false)}
            onDone={() => {
              setChoosing(false);
              toast({ tone: 'success', title: t('store.changed') });
            }}
          />
        </div>
      )}
      <ResetDialog open={resetting} onOpenChange={setResetting} />
    </section>
  );
}
