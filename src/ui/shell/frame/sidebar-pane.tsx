import { Dialog } from '@base-ui/react/dialog';
import modal from '#ui/kit/controls/modal.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { Sidebar } from '#ui/shell/sidebar/sidebar.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { Rail } from './rail.tsx';
import css from './frame.module.css';

/** The sidebar beside the page or in the drawer; closed, a rail of icons where there is room for it. */
export function SidebarPane() {
  const { pane, commands } = useFrame();
  const t = useT('frame');
  if (pane.narrow) {
    return (
      <Dialog.Root open={pane.drawerOpen} onOpenChange={pane.openDrawer}>
        <Dialog.Portal>
          <Dialog.Backdrop className={modal['backdrop']} />
          <Dialog.Popup className={css['drawer']} aria-label={t('sidebar.label')}>
            <Sidebar />
            {/* In here, because what is outside of an open drawer can't be reached. */}
            {pane.drawerOpen && <FrameDialogs />}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    );
  }
  if (!pane.open) {
    return <Rail onShow={() => pane.show(true)} onNewChat={() => commands.newChat()} onSearch={pane.focusSearch} />;
  }
  return (
    <div className={css['side']} style={{ width: pane.width }}>
      <Sidebar />
    </div>
  );
}
