import { FilePlus, X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { isDocumentErrorCode } from '#documents/base/document.ts';
import { useProjectFiles, type ProjectFile } from '#ui/data/use-project-files.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useRemovalToast } from '#ui/kit/toasts/use-removal-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { ProjectVectors } from './project-vectors.tsx';
import css from './projects.module.css';
import { useProjectAction } from './use-project-action.ts';

/** As many as a user would read through. */
const SHOWN = 100;

/** The files of a project, which are added and removed at once. */
export function ProjectFiles({ folder }: { folder: string }) {
  const t = useT('projects');
  const { projects } = useServices();
  const attempt = useProjectAction();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const input = useRef<HTMLInputElement>(null);
  const files = useProjectFiles(folder);
  const add = useCallback(
    async (chosen: readonly File[]) => {
      for (const file of chosen)
        try {
          await projects.addFiles(folder, [file]);
        } catch (error) {
          // A folder that was dropped, for example. The others are added.
          toast({ tone: 'danger', title: t('files.failed', { name: file.name }), description: messageOf(error) });
        }
      await attempt(() => projects.read(folder));
    },
    [attempt, projects, folder, toast, t, messageOf],
  );
  const { over, handlers } = useDropFiles(useCallback(({ files: dropped }) => void add([...dropped]), [add]));
  const tokens = files.reduce((sum, { read }) => sum + (read?.tokens ?? 0), 0);
  return (
    <>
      <div className={css['files']} data-over={over || undefined} {...handlers}>
        <div className={css['line']}>
          <span className={css['filesName']}>{t('files')}</span>
          <span className={css['note']}>
            {files.length > 0 && t('files.sum', { count: files.length, tokens: formatTokens(tokens) })}
          </span>
          <Button small icon={<FilePlus aria-hidden />} onClick={() => input.current?.click()}>
            {t('files.add')}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('files.add')}
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        {files.length === 0 && <p className={css['note']}>{t('files.none')}</p>}
        {files.length > 0 && (
          <ul className={css['list']} aria-label={t('files')}>
            {files.slice(0, SHOWN).map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
        {files.length > SHOWN && <p className={css['note']}>{t('files.more', { count: files.length - SHOWN })}</p>}
      </div>
      <ProjectVectors folder={folder} tokens={tokens} />
    </>
  );
}

function FileRow({ file }: { file: ProjectFile }) {
  const t = useT('projects');
  const documents = useT('documents');
  const removalToast = useRemovalToast();
  const { projects } = useServices();
  const attempt = useProjectAction();
  const { id, name, folder, read } = file;
  const unread = read?.unread !== undefined && isDocumentErrorCode(read.unread) ? read.unread : null;
  const facts =
    read === null
      ? documents('reading')
      : unread
        ? unread === 'no-text'
          ? t('files.noText')
          : documents(`unread.${unread}`)
        : documents('tokens', { tokens: formatTokens(read.tokens) });
  const remove = async () => {
    const done = await attempt(() => projects.removeFiles([id]));
    if (!done) return;
    const undo = async () => {
      await done.undo();
      await projects.read(folder);
    };
    removalToast(`files-${folder}`, {
      count: 1,
      title: (count) => (count === 1 ? t('files.removed', { name }) : t('files.removedSeveral', { count })),
      undo: () => attempt(undo),
    });
  };
  return (
    <li className={css['row']}>
      <span className={css['file']} title={name}>
        {name}
      </span>
      <span className={css['note']} data-unread={unread !== null || undefined}>
        {facts}
      </span>
      <IconButton small label={t('files.remove', { name })} icon={<X />} onClick={() => void remove()} />
    </li>
  );
}
