import { FolderInput } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './transfer.module.css';

interface ChooseFilesProps {
  /** Files hover over the page. */
  over: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Accepts files by dropping, by a file dialog, or by a folder dialog. */
export function ChooseFiles({ over, onFiles }: ChooseFilesProps) {
  const t = useT('transfer');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // The same file may be chosen again.
    event.target.value = '';
  };
  const chooseFolder = () => {
    if (!folder.current) return;
    folder.current.webkitdirectory = true;
    folder.current.click();
  };
  return (
    <div className={css['drop']} data-over={over || undefined}>
      <FolderInput aria-hidden />
      <p>{t(over ? 'intake.dropNow' : 'intake.drop')}</p>
      <div className={css['dropButtons']}>
        <Button onClick={() => files.current?.click()}>{t('intake.files')}</Button>
        <Button onClick={chooseFolder}>{t('intake.folder')}</Button>
      </div>
      <input ref={files} type="file" multiple hidden data-intake="files" onChange={take} />
      <input ref={folder} type="file" hidden data-intake="folder" onChange={take} />
    </div>
  );
}
