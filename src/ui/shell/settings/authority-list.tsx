import { useRef } from 'react';
import { networkEndpoints, type NetworkState } from '#contract/network.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatDay } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './system-page.module.css';

interface AuthorityListProps {
  state: NetworkState;
  onChange: (state: NetworkState) => void;
}

/** Certificate authorities that the user added, such as a company's. */
export function AuthorityList({ state, onChange }: AuthorityListProps) {
  const t = useT('system');
  const language = useLanguage();
  const messageOf = useProblemMessage();
  const host = useHostGroup(networkEndpoints);
  const { busy, error, submit } = useSubmission();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={css['authorities']}>
      <p>{t('authorities')}</p>
      <p className={css['none']}>{t('authoritiesHint')}</p>
      <ul className={css['languages']}>
        {state.authorities.map(({ fingerprint, name, until }) => (
          <li key={fingerprint}>
            <span>{name}</span>
            <span className={css['state']}>
              {t('authorityUntil', { day: formatDay(new Date(until).toISOString().slice(0, 10), language) })}
              <code className={css['fingerprint']}>{fingerprint.slice(0, 16)}</code>
            </span>
            <Button
              small
              variant="quiet"
              aria-label={t('authorityRemove', { name })}
              onClick={() => void submit(async () => onChange(await host.removeAuthority(fingerprint)))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      <Button small busy={busy} onClick={() => file.current?.click()}>
        {t('authorityAdd')}
      </Button>
      <input
        ref={file}
        hidden
        type="file"
        accept=".pem,.crt,.cer"
        aria-label={t('authorityAdd')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void submit(async () => onChange(await host.addAuthority({ pem: await chosen.text() })));
          target.value = '';
        }}
      />
    </div>
  );
}
