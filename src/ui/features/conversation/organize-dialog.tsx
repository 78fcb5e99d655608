import { useFolders } from '#ui/data/use-folders.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { OrganizeDialogs, type OrganizeDialog as Dialog } from '#ui/shared/organize/organize-dialogs.tsx';
import { useOrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';

/** Moves or tags the conversation on the screen. */
export function OrganizeDialog({ dialog, onClose }: { dialog: Dialog; onClose: () => void }) {
  const sessions = useSessions('');
  const folders = useFolders();
  const actions = useOrganizeActions();
  return (
    sessions && (
      <OrganizeDialogs dialog={dialog} onClose={onClose} sessions={sessions} folders={folders} actions={actions} />
    )
  );
}
