import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import modal from '#ui/kit/controls/modal.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Rail } from './rail.tsx';
import type { SidebarPane as Pane } from './use-sidebar-pane.ts';
import css from './frame.module.css';

interface SidebarPaneProps {
  pane: Pane;
  onNewChat: () => void;
  /** The sidebar. */
  children: ReactNode;
  /** Shown in the drawer while it is open: what is outside of it cannot be reached then. */
  dialogs: ReactNode;
}

/** The sidebar beside the page or in the drawer; closed, a rail of icons where there is room for it. */
export function SidebarPane({ pane, onNewChat, children, dialogs }: SidebarPaneProps) {
  const t = useT('frame');
  if (pane.narrow) {
    return (
      <Dialog.Root open={pane.drawerOpen} onOpenChange={pane.openDrawer}>
        <Dialog.Portal>
          <Dialog.Backdrop className={modal['backdrop']} />
          <Dialog.Popup className={css['drawer']} aria-label={t('sidebar.label')}>
            {children}
            {pane.drawerOpen && dialogs}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    );
  }
  if (!pane.open) return <Rail onShow={() => pane.show(true)} onNewChat={onNewChat} onSearch={pane.focusSearch} />;
  return (
    <div className={css['side']} style={{ width: pane.width }}>
      {children}
    </div>
  );
}
