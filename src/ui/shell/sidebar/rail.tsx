import { PanelLeft, Search, Settings, SquarePen } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { RunsIndicator } from '#ui/features/runs/runs-indicator.tsx';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { TemporaryButton } from './temporary-button.tsx';
import css from './rail.module.css';

interface RailProps {
  showRef: Ref<HTMLButtonElement>;
  onShow: () => void;
  onNewChat: () => void;
  onSearch: () => void;
}

/** The part of the sidebar that stays while it is hidden. */
export function Rail({ showRef, onShow, onNewChat, onSearch }: RailProps) {
  const t = useT('frame');
  const keys = useFrameKeys();
  return (
    <nav className={css['rail']} aria-label={t('sidebar.label')}>
      <IconButton
        ref={showRef}
        label={t('sidebar.open')}
        keys={keys.toggleSidebar}
        icon={<PanelLeft />}
        onClick={onShow}
      />
      <IconButton label={t('sidebar.newChat')} keys={keys.newChat} icon={<SquarePen />} onClick={onNewChat} />
      <TemporaryButton />
      <IconButton label={t('sidebar.search')} keys={keys.search} icon={<Search />} onClick={onSearch} />
      <span className={css['space']} />
      <RunsIndicator side="right" small />
      <IconButton
        label={t('sidebar.settings')}
        keys={keys.settings}
        icon={<Settings />}
        onClick={() => navigate({ name: 'settings', page: 'vendors' })}
      />
    </nav>
  );
}
