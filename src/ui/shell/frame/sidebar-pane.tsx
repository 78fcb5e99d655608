import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { USUAL_REM } from '#ui/shell/scene/sidebar-width.ts';
import { Drawer, Rail, Sidebar } from './lazy-parts.ts';
import { FrameDialogs } from './frame-dialogs.tsx';
import css from './frame.module.css';

/** The sidebar beside the page or in the drawer; closed, a rail of icons where there is room for it. */
export function SidebarPane() {
  const { pane, commands } = useFrame();
  if (pane.narrow) {
    return (
      <Drawer>
        {/* In here, because what is outside of an open drawer can't be reached. */}
        {pane.drawerOpen && <FrameDialogs />}
      </Drawer>
    );
  }
  if (!pane.open) {
    return (
      <div className={css['rail']}>
        <Rail
          showRef={pane.toggleRef}
          onShow={() => pane.show(true)}
          onNewChat={() => commands.newChat()}
          onSearch={pane.focusSearch}
        />
      </div>
    );
  }
  return (
    <div className={css['side']} style={{ width: `${pane.width / USUAL_REM}rem` }}>
      <Sidebar />
    </div>
  );
}
