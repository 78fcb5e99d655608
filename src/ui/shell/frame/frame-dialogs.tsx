import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { organizeDialogs } from './lazy-parts.ts';

/** The dialogs that organize conversations. */
export function FrameDialogs() {
  const { sessions = [], folders, organizing } = useFrame();
  const loaded = useLazyModule(organizeDialogs, organizing.dialog !== null);
  return (
    loaded && (
      <loaded.OrganizeDialogs
        dialog={organizing.dialog}
        onClose={() => organizing.openDialog(null)}
        sessions={sessions}
        folders={folders}
        actions={organizing.actions}
      />
    )
  );
}
