import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { organizeDialogs } from './lazy-parts.ts';

/** The dialogs that organize conversations. */
export function FrameDialogs() {
  const { folders, organizing } = useFrame();
  const { all = [] } = useFrameSessions();
  const loaded = useLazyModule(organizeDialogs, organizing.dialog !== null);
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
