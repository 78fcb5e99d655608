import { useEffect, useState } from 'react';
import { type DataPlace, placeEndpoints } from '#contract/place.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './system-page.module.css';

/** Where Baton's data is. A browser window can't open the folder, so there its path is copied. */
export function PlaceSection() {
  const t = useT('system');
  const copy = useCopy();
  const messageOf = useProblemMessage();
  const isApp = useHostInfo()?.mount === 'electron';
  const host = useHostGroup(placeEndpoints);
  const { error, submit } = useSubmission();
  const [place, setPlace] = useState<DataPlace | null>(null);
  const load = () => void submit(async () => setPlace(await host.place()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(load, []);
  const open = () => void submit(() => host.openPlace());
  return (
    <Section
      title={t('place')}
      intro={t(place?.portable ? 'placePortable' : isApp ? 'placeIntro' : 'placeIntroBrowser')}
    >
      {error !== null && <RetryNotice onRetry={place ? open : load}>{messageOf(error)}</RetryNotice>}
      {place?.portable && <p className={css['none']}>{t('placeKeys')}</p>}
      {place?.sealedKeys && <Notice tone="warning">{t('placeForeign')}</Notice>}
      {place && (
        <Setting label={t('placeFolder')} hint={<code className={css['path']}>{place.home}</code>}>
          {place.opens ? (
            <Button onClick={open}>{t('placeOpen')}</Button>
          ) : (
            <Button onClick={() => void copy(place.home)}>{t('placeCopy')}</Button>
          )}
        </Setting>
      )}
    </Section>
  );
}
