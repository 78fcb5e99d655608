import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { organizeDialogs } from './lazy-parts.ts';

/** The dialogs that organize conversations. */
export function FrameDialogs() {
  const { folders, organizing } = useFrame();
  const { all = [] } = useFrameSessions();
  // Loaded with a selection: what is typed right after one of its buttons would be lost.
  const loaded = useLazyModule(organizeDialogs, organizing.dialog !== null || organizing.selected.ids.size > 0);
  return (
    loaded && (
      <loaded.OrganizeDialogs
        dialog={organizing.dialog}
        onClose={() => organizing.openDialog(null)}
        sessions={all}
        folders={folders}
        actions={organizing.actions}
      />
    )
  );
}
