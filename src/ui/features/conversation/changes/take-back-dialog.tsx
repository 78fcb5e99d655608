import { useEffect, useRef, useState } from 'react';
import { TICKED_STATES, type TakeBackFile, type TakeBackPreview } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import type { TakeBackRequest } from './take-back-request.ts';
import { type TakeBackEvents, useTakeBack } from './use-take-back.ts';
import css from './changes.module.css';

interface TakeBackDialogProps extends TakeBackEvents {
  rootId: string;
  request: TakeBackRequest;
  onClose: () => void;
}

const whatHappens = ({ now, goal }: TakeBackFile) =>
  goal.kind === 'absent' ? 'removed' : now.kind === 'absent' ? 'brought' : 'restored';

/** Shows what would become of each file before anything is written. What someone else changed has to be ticked. */
export function TakeBackDialog({ rootId, request, onClose, ...events }: TakeBackDialogProps) {
  const t = useT('changes');
  const common = useT('common');
  const { fileChanges } = useServices();
  const messageOf = useProblemMessage();
  const takeBack = useTakeBack(rootId, events);
  const cancel = useRef<HTMLButtonElement>(null);
  const [preview, setPreview] = useState<TakeBackPreview | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { kind, selection, name = '' } = request;

  useEffect(() => {
    let current = true;
    const look = async () => {
      try {
        const found = await (await fileChanges()).preview(rootId, selection);
        if (current) setPreview(found);
      } catch (error) {
        if (current) setProblem(error);
      }
    };
    void look();
    return () => {
      current = false;
    };
  }, [fileChanges, rootId, selection]);

  const files = preview?.files ?? [];
  const ready = files.filter(({ state }) => state === 'ready');
  const asking = files.filter(({ state }) => TICKED_STATES.has(state));
  const staying = files.filter(({ state }) => state === 'no-copy' || state === 'outside');
  const isNothing = preview !== null && ready.length + asking.length + preview.more === 0;
  const count = ready.length + ticked.size + (preview?.more ?? 0);

  const toggle = (path: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  const confirm = async () => {
    if (!preview) return;
    setBusy(true);
    setProblem(null);
    try {
      const over = asking.flatMap(({ path, seen }) => (ticked.has(path) ? [{ path, seen }] : []));
      const leaving = [...asking.filter(({ path }) => !ticked.has(path)), ...staying];
      await takeBack({ selection, upTo: preview.upTo, over }, new Set(leaving.map(({ path }) => path)));
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      sticky
      wide
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t(`ask.${kind}`, { name: visibleText(name).text })}
      description={!isNothing && t('ask.safe')}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={onClose}>
            {common(isNothing ? 'close' : 'cancel')}
          </Button>
          {!isNothing && (
            <Button variant="primary" busy={busy} disabled={!preview || count === 0} onClick={() => void confirm()}>
              {t('ask.do')}
            </Button>
          )}
        </>
      }
    >
      <div className={css['plan']}>
        {preview === null && problem === null && <p className={typography['quiet']}>{t('diff.reading')}</p>}
        {isNothing && <p>{t('ask.nothing')}</p>}
        {asking.length > 0 && (
          <fieldset className={css['ticks']}>
            <legend>{t('ask.ticks')}</legend>
            {asking.map((file) => (
              <label key={file.path} className={css['tick']}>
                <input type="checkbox" checked={ticked.has(file.path)} onChange={() => toggle(file.path)} />
                <Planned file={file} word={t(`ask.${file.state as 'changed' | 'later' | 'too-large'}`)} />
              </label>
            ))}
          </fieldset>
        )}
        <FileList
          title={t('ask.ready')}
          files={ready}
          word={(file) => t(`ask.${whatHappens(file)}`)}
          more={preview && preview.more > 0 ? t('ask.more', { count: preview.more }) : null}
        />
        <FileList
          title={t('ask.stays')}
          files={staying}
          word={({ state }) => t(`ask.${state as 'no-copy' | 'outside'}`)}
          more={null}
        />
        {problem !== null && (
          <Notice tone="danger" live>
            {messageOf(problem)}
          </Notice>
        )}
      </div>
    </Modal>
  );
}

interface FileListProps {
  title: string;
  files: readonly TakeBackFile[];
  word: (file: TakeBackFile) => string;
  more: string | null;
}

function FileList({ title, files, word, more }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <section>
      <h3 className={css['planTitle']}>{title}</h3>
      <ul>
        {files.map((file) => (
          <li key={file.path} className={css['planned']}>
            <Planned file={file} word={word(file)} />
          </li>
        ))}
        {more !== null && <li className={typography['quiet']}>{more}</li>}
      </ul>
    </section>
  );
}

function Planned({ file: { shown, goal, now }, word }: { file: TakeBackFile; word: string }) {
  const isFolder = goal.kind === 'folder' || now.kind === 'folder';
  return (
    <>
      <span className={css['path']}>{visibleText(isFolder ? `${shown}/` : shown).text}</span>
      <span className={css['word']}>{word}</span>
    </>
  );
}
