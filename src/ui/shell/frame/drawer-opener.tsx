import { PanelLeft } from 'lucide-react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { useActivity, useFrame } from '#ui/shell/scene/frame-context.ts';
import css from './frame.module.css';

/** In a narrow window. Shows that something is active, and whether it waits for the user. */
export function DrawerOpener() {
  const { pane } = useFrame();
  const activity = useActivity();
  const t = useT('frame');
  const runs = useT('runs');
  const keys = useFrameKeys();
  const { asking, active } = activity;
  return (
    <div className={css['opener']}>
      <IconButton
        label={asking > 0 ? `${t('sidebar.open')}, ${runs('list.asking', { count: asking })}` : t('sidebar.open')}
        keys={keys.toggleSidebar}
        icon={<PanelLeft />}
        aria-haspopup="dialog"
        onClick={() => pane.openDrawer(true)}
      />
      {active && <span className={css['badge']} data-asking={asking > 0 || undefined} aria-hidden />}
    </div>
  );
}
