import { Folder, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FolderRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import type { DeletedProject } from '#ui/data/use-project.ts';
import { useDaysLeft } from '#ui/data/use-trash.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { withdrawToasts } from '#ui/kit/toasts/toast-manager.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProjectAction } from '#ui/shared/projects/use-project-action.ts';
import css from './deleted-page.module.css';

/** Projects in the trash: their instructions and files. Their conversations have moved up when they were deleted. */
export function DeletedProjects({ deleted }: { deleted: readonly DeletedProject[] }) {
  const t = useT('projects');
  const settings = useT('settings');
  const order = useT('organize');
  const toast = useToast();
  const { projects } = useServices();
  const attempt = useProjectAction();
  const daysLeft = useDaysLeft();
  const [removing, setRemoving] = useState<FolderRow | null>(null);
  const [asking, setAsking] = useState(false);
  const restore = async ({ id, name }: FolderRow) => {
    const restored = await attempt(async () => {
      await projects.restore(id);
      return true;
    });
    if (restored) toast({ tone: 'success', title: t('restored', { name }) });
  };
  const leftText = (days: number | null) =>
    days === null ? '' : days === 0 ? order('trash.over') : order('trash.left', { count: days });
  return (
    <>
      <Section title={t('deleted')}>
        <ul className={css['list']}>
          {deleted.map((folder) => (
            <li key={folder.id} className={css['row']}>
              <Folder aria-hidden size={16} />
              <span className={css['title']}>{folder.name}</span>
              <span className={css['when']}>{leftText(daysLeft(folder))}</span>
              <Button small aria-label={t('restore', { name: folder.name })} onClick={() => void restore(folder)}>
                {settings('deleted.restore')}
              </Button>
              <IconButton
                small
                label={t('purge', { name: folder.name })}
                icon={<Trash2 />}
                onClick={() => {
                  setRemoving(folder);
                  setAsking(true);
                }}
              />
            </li>
          ))}
        </ul>
      </Section>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('purgeTitle')}
        description={t('purgeBody', { name: removing?.name ?? '' })}
        yes={settings('deleted.remove')}
        onConfirm={async () => {
          if (!removing) return;
          await attempt(async () => {
            await projects.purge(removing.id);
            withdrawToasts(new Set([removing.id]));
          });
        }}
      />
    </>
  );
}
