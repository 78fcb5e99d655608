import { Folder, History, X } from 'lucide-react';
import type { AttachedFolders } from '#contract/mcp.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FolderTrust } from './folder-trust.tsx';
import { splitPath } from './recent-folders.ts';
import css from './folder-fields.module.css';

interface AttachedFolderProps {
  folder: AttachedFolders['folders'][number];
  /** Of several folders, one is the main one. */
  rank: 'only' | 'main' | 'other';
  busy: boolean;
  onJudge: (own: boolean) => void;
  onMakeMain: () => void;
  onDetach: () => void;
}

/** A folder that this conversation's tools may use. */
export function AttachedFolder({ folder, rank, busy, onJudge, onMakeMain, onDetach }: AttachedFolderProps) {
  const t = useT('agent');
  return (
    <li className={css['folder']}>
      <Folder aria-hidden />
      <PathName path={folder.path} />
      <FolderTrust folder={folder} busy={busy} onJudge={onJudge} />
      {rank === 'main' && (
        <span className={css['main']} title={t('folder.mainHint')}>
          {t('folder.main')}
        </span>
      )}
      {rank === 'other' && (
        <button
          type="button"
          className={css['makeMain']}
          title={t('folder.mainHint')}
          aria-label={`${t('folder.makeMain')}: ${folder.path}`}
          disabled={busy}
          onClick={onMakeMain}
        >
          {t('folder.makeMain')}
        </button>
      )}
      <IconButton small label={t('folder.detach', { path: folder.path })} icon={<X aria-hidden />} onClick={onDetach} />
    </li>
  );
}

interface RecentFoldersProps {
  paths: readonly string[];
  busy: boolean;
  onAttach: (path: string) => void;
  onForget: (path: string) => void;
}

/** Folders attached lately that this conversation doesn't have. */
export function RecentFolders({ paths, busy, onAttach, onForget }: RecentFoldersProps) {
  const t = useT('agent');
  if (paths.length === 0) return null;
  return (
    <ul aria-label={t('folder.recent')}>
      {paths.map((one) => (
        <li key={one} className={css['recent']}>
          <button type="button" className={css['again']} disabled={busy} onClick={() => onAttach(one)}>
            <History aria-hidden />
            <span className="visually-hidden">{t('folder.attach')}: </span>
            <PathName path={one} />
          </button>
          <IconButton
            small
            label={t('folder.forget', { path: one })}
            icon={<X aria-hidden />}
            onClick={() => onForget(one)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Emphasizes the last part. The rest is shortened when space is tight; the tooltip has the full path. */
function PathName({ path }: { path: string }) {
  const { name, above } = splitPath(path);
  return (
    <span className={css['text']} title={path}>
      <span className={css['name']}>{name}</span>
      {above !== '' && <span className={css['above']}>{above}</span>}
    </span>
  );
}
