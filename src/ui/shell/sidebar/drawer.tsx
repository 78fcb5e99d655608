import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import modal from '#ui/kit/controls/modal.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { Sidebar } from './sidebar.tsx';
import css from './drawer.module.css';

/** The sidebar over the page, in a narrow window. */
export function Drawer({ children }: { children: ReactNode }) {
  const { pane } = useFrame();
  const t = useT('frame');
  return (
    <Dialog.Root open={pane.drawerOpen} onOpenChange={pane.openDrawer}>
      <Dialog.Portal>
        <Dialog.Backdrop className={modal['backdrop']} />
        <Dialog.Popup className={css['drawer']} aria-label={t('sidebar.label')}>
          <Sidebar />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
