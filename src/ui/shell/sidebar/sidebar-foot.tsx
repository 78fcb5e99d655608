import { Archive, Settings } from 'lucide-react';
import { RunsIndicator } from '#ui/features/runs/runs-indicator.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import css from './sidebar.module.css';

export function SidebarFoot({ onPalette }: { onPalette: () => void }) {
  const t = useT('frame');
  const transfer = useT('transfer');
  const keys = useFrameKeys();
  const settingsOpen = useRoute().name === 'settings';
  return (
    <div className={css['foot']}>
      <a
        className={css['settings']}
        href={formatRoute({ name: 'settings', page: 'vendors' })}
        aria-current={settingsOpen ? 'page' : undefined}
      >
        <Settings aria-hidden />
        <span className={css['text']}>{t('sidebar.settings')}</span>
      </a>
      <RunsIndicator side="top" />
      <a
        className={css['history']}
        href={formatRoute({ name: 'settings', page: 'history' })}
        title={transfer('sidebar.open')}
      >
        <Archive aria-hidden />
        <span className={css['word']}>{t('sidebar.history')}</span>
      </a>
      <button type="button" className={css['palette']} data-tooltip={t('sidebar.palette')} onClick={onPalette}>
        <span className="visually-hidden">{t('sidebar.palette')} </span>
        <kbd>{keys.palette}</kbd>
      </button>
    </div>
  );
}
