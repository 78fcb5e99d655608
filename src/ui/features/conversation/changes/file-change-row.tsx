import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ChangeSelection, FileDiff } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { DiffView } from '#ui/features/conversation/agent/diff-view.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { didTo, type ChangedFile } from './group-changes.ts';
import type { TakeBackRequest } from './take-back-request.ts';
import css from './changes.module.css';

interface FileChangeRowProps {
  rootId: string;
  file: ChangedFile;
  /** The changes that are shown together. */
  selection: ChangeSelection;
  begin?: boolean;
  blocked: boolean;
  onAsk: (request: TakeBackRequest) => void;
}

/** One file: what was done to it and what has become of it. Its diff is read when it is unfolded. */
export function FileChangeRow({ rootId, file, selection, begin = false, blocked, onAsk }: FileChangeRowProps) {
  const t = useT('changes');
  const id = useId();
  const [open, setOpen] = useState(begin);
  const { path, shown, before, after, state } = file;
  const isFolder = before.kind === 'folder' || after.kind === 'folder';
  const did = didTo(before, after);
  return (
    <li className={css['file']}>
      <button
        type="button"
        className={css['fileHead']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={css['chevron']} aria-hidden />
        <span className={css['path']}>{visibleText(isFolder ? `${shown}/` : shown).text}</span>
        <span className={css['did']} data-did={did}>
          {t(`did.${did}`)}
        </span>
        {state !== 'left' && (
          <span className={css['state']} data-state={state}>
            {t(`state.${state}`)}
          </span>
        )}
      </button>
      <div id={id} hidden={!open} className={css['fileBody']}>
        {open && (
          <>
            {!isFolder && <Diff rootId={rootId} file={file} selection={selection} />}
            <div className={css['actions']}>
              <Button
                small
                variant="quiet"
                disabled={blocked || state === 'taken-back' || state === 'no-copy'}
                onClick={() => onAsk({ kind: 'file', name: shown, selection: { ...selection, path } })}
              >
                {t('take.file')}
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}

function Diff({ rootId, file, selection }: Pick<FileChangeRowProps, 'rootId' | 'file' | 'selection'>) {
  const t = useT('changes');
  const messageOf = useProblemMessage();
  const { fileChanges } = useServices();
  const [found, setFound] = useState<{ diff?: FileDiff; error?: unknown }>({});
  const { path, before, after } = file;
  const wanted = JSON.stringify([selection, path, before, after]);
  useEffect(() => {
    let current = true;
    const [asked] = JSON.parse(wanted) as [ChangeSelection];
    const read = async () => {
      try {
        const diff = await (await fileChanges()).diff(rootId, { selection: asked, path });
        if (current) setFound({ diff });
      } catch (error) {
        if (current) setFound({ error });
      }
    };
    void read();
    return () => {
      current = false;
    };
  }, [fileChanges, rootId, path, wanted]);
  if (found.error !== undefined) return <p className={typography['warn']}>{messageOf(found.error)}</p>;
  if (!found.diff) return <p className={typography['quiet']}>{t('diff.reading')}</p>;
  const { kind, diff, cut } = found.diff;
  if (kind !== 'text') return <p className={typography['quiet']}>{t(`diff.${kind}`)}</p>;
  return (
    <>
      <DiffView diff={diff} />
      {cut && <p className={typography['quiet']}>{t('diff.cut')}</p>}
    </>
  );
}
