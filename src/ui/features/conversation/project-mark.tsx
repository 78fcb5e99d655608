import { FolderCog } from 'lucide-react';
import { useProject } from '#ui/data/use-project.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './chat-header.module.css';

/** The project of a conversation. Opens what the conversation gets from it. */
export function ProjectMark({ folder, onOpen }: { folder: string; onOpen: () => void }) {
  const t = useT('projects');
  const project = useProject(folder);
  if (!project) return null;
  return (
    <button type="button" className={css['system']} aria-label={t('mark', { name: project.name })} onClick={onOpen}>
      <FolderCog aria-hidden />
      <span className={css['project']}>{project.name}</span>
    </button>
  );
}
