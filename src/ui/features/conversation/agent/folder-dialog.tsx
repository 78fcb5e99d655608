import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react';
import type { BrowsedFolder } from '#contract/folder-files.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { FolderList, FolderPlaces, FoldersAbove } from './browsed-folders.tsx';
import { splitPath, useRecentFolders } from './recent-folders.ts';
import field from '#ui/kit/controls/field.module.css';
import css from './folder-dialog.module.css';

export interface FolderDialogProps {
  sessionId: string;
  /** Where to begin; the user's home by default. */
  start?: string | null;
  onAttached: (folders: AttachedFolders['folders'], path: string) => void;
  onClose: () => void;
}

/** Looks for a folder at the host and attaches it. Electron has the system's own dialog instead. */
export function FolderDialog({ sessionId, start = null, onAttached, onClose }: FolderDialogProps) {
  const t = useT('agent');
  const common = useT('common');
  const id = useId();
  const { host } = useServices().mcp;
  const { flows } = useServices().agent;
  const messageOf = useProblemMessage();
  const recent = useRecentFolders();
  const [here, setHere] = useState<BrowsedFolder | null>(null);
  const [path, setPath] = useState('');
  const [hidden, setHidden] = useState(false);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<string | null>(null);
  /** The host wants to hear that all of such a wide folder is meant. */
  const [tooWide, setTooWide] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const newest = useRef(0);
  /** The first folder gets the focus once it is drawn. */
  const focusing = useRef(false);
  useEffect(() => {
    if (!here || !focusing.current) return;
    focusing.current = false;
    (list.current?.querySelector('button') ?? list.current)?.focus();
  }, [here]);

  const clear = () => {
    setError(null);
    setTooWide(false);
  };
  const show = (found: BrowsedFolder, keepsPath = false) => {
    clear();
    setHere(found);
    if (!keepsPath) setPath(found.path);
    setBusy(false);
    list.current?.scrollTo({ top: 0 });
  };
  const fail = (problem: unknown) => {
    setBusy(false);
    setError(messageOf(problem));
  };
  /** `keepsPath`: what is written in the field stays. */
  const go = async (to: string | null, all: boolean, focuses: boolean, keepsPath = false) => {
    const number = ++newest.current;
    setBusy(true);
    // The button that was pressed goes with its folder, and the focus would go with it.
    if (focuses) list.current?.focus();
    try {
      const found = await host.files.browseFolders({ path: to, hidden: all });
      if (number !== newest.current) return;
      focusing.current = focuses;
      show(found, keepsPath);
    } catch (problem) {
      if (number === newest.current) fail(problem);
    }
  };
  const showFirst = useEffectEvent((found: BrowsedFolder) => {
    if (newest.current > 0) return;
    // The user was quicker.
    show(found, path !== '');
  });
  const failFirst = useEffectEvent((problem: unknown) => newest.current > 0 || fail(problem));
  useEffect(() => {
    let closed = false;
    host.files.browseFolders({ path: start, hidden: false }).then(
      (found) => closed || showFirst(found),
      (problem: unknown) => closed || failFirst(problem),
    );
    return () => {
      closed = true;
    };
  }, [host, start]);

  const attach = async () => {
    const chosen = path.trim();
    if (chosen === '' || busy) return;
    setBusy(true);
    try {
      const { folders } = await flows.attachFolder(sessionId, chosen, tooWide);
      recent.add(folders.find((one) => one.path === chosen)?.path ?? folders.at(-1)?.path ?? chosen);
      onAttached(folders, chosen);
    } catch (problem) {
      setError(messageOf(problem));
      setTooWide(problem instanceof HostProblemError && problem.code === 'folder_too_wide');
    } finally {
      setBusy(false);
    }
  };
  const typed = (event: FormEvent) => {
    event.preventDefault();
    void go(path.trim() === '' ? null : path, hidden, false);
  };
  const name = splitPath(path.trim()).name;

  return (
    <Modal
      open
      wide
      above
      title={t('browse.title')}
      description={t('browse.description')}
      initialFocus={input}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={path.trim() === ''} onClick={() => void attach()}>
            {tooWide ? t('browse.attachWide') : t('browse.attach', { name })}
          </Button>
        </>
      }
    >
      <form onSubmit={typed}>
        <input
          ref={input}
          className={`${field['input']} ${field['mono']}`}
          aria-label={t('folder.label')}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-error`}
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => {
            setPath(target.value);
            clear();
          }}
        />
      </form>
      <div id={`${id}-error`}>
        {error !== null && (
          <Notice tone={tooWide ? 'warning' : 'danger'} live>
            {error}
          </Notice>
        )}
      </div>
      <FolderPlaces here={here} recent={recent.paths} onGo={(to) => void go(to, hidden, true)} />
      <FoldersAbove here={here} onGo={(to) => void go(to, hidden, true)} />
      <FolderList ref={list} here={here} busy={busy} onGo={(to) => void go(to, hidden, true)} />
      <div className={css['hidden']}>
        <span id={`${id}-hidden`}>{t('browse.hidden')}</span>
        <Switch
          checked={hidden}
          labelledBy={`${id}-hidden`}
          onChange={(next) => {
            setHidden(next);
            void go(here?.path ?? null, next, false, path !== '');
          }}
        />
      </div>
    </Modal>
  );
}
