import { ChevronRight, Folder, History, House } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
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
import { splitPath, useRecentFolders } from './recent-folders.ts';
import field from '#ui/kit/controls/field.module.css';
import text from '#ui/kit/controls/text.module.css';
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
  const show = (found: BrowsedFolder) => {
    clear();
    setHere(found);
    setPath(found.path);
    setBusy(false);
    list.current?.scrollTo({ top: 0 });
  };
  const fail = (problem: unknown) => {
    setBusy(false);
    setError(messageOf(problem));
  };
  const go = async (to: string | null, all: boolean, focuses: boolean) => {
    const number = ++newest.current;
    setBusy(true);
    // The button that was pressed goes with its folder, and the focus would go with it.
    if (focuses) list.current?.focus();
    try {
      const found = await host.files.browseFolders({ path: to, hidden: all });
      if (number !== newest.current) return;
      focusing.current = focuses;
      show(found);
    } catch (problem) {
      if (number === newest.current) fail(problem);
    }
  };
  const showFirst = useEffectEvent((found: BrowsedFolder) => {
    if (newest.current > 0) return;
    show(found);
    // The user was quicker.
    if (path !== '') setPath(path);
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
  const above = here?.above.at(-2);
  const name = splitPath(path.trim()).name;
  const others = recent.paths.filter((one) => one !== here?.path).slice(0, 4);

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
      <ul className={css['places']} aria-label={t('browse.places')}>
        {here?.home && here.home !== here.path && (
          <Place icon={House} name={t('browse.home')} path={here.home} onGo={(to) => void go(to, hidden, true)} />
        )}
        {others.map((one) => (
          <Place
            key={one}
            icon={History}
            name={splitPath(one).name}
            path={one}
            onGo={(to) => void go(to, hidden, true)}
          />
        ))}
      </ul>
      <nav className={css['above']} aria-label={t('browse.above')}>
        {here?.above.map((one, index) => (
          <span key={one.path} className={css['step']}>
            {index > 0 && <ChevronRight aria-hidden />}
            <button
              type="button"
              aria-current={one.path === here.path ? 'page' : undefined}
              onClick={() => void go(one.path, hidden, true)}
            >
              {one.name}
            </button>
          </span>
        ))}
      </nav>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between the buttons inside */}
      <ul
        ref={list}
        className={css['list']}
        aria-label={t('browse.list')}
        aria-busy={busy}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && above) {
            event.preventDefault();
            void go(above.path, hidden, true);
          } else moveFocus(event);
        }}
      >
        {here?.folders.map((one) => (
          <li key={one.path}>
            <button type="button" className={css['folder']} onClick={() => void go(one.path, hidden, true)}>
              <Folder aria-hidden />
              <span>{one.name}</span>
            </button>
          </li>
        ))}
        {here?.folders.length === 0 && (
          <li className={text['quiet']}>{here.closed ? t('browse.closed') : t('browse.empty')}</li>
        )}
        {here?.more && <li className={text['quiet']}>{t('browse.more')}</li>}
      </ul>
      <div className={css['hidden']}>
        <span id={`${id}-hidden`}>{t('browse.hidden')}</span>
        <Switch
          checked={hidden}
          labelledBy={`${id}-hidden`}
          onChange={(next) => {
            setHidden(next);
            void go(here?.path ?? null, next, false);
          }}
        />
      </div>
    </Modal>
  );
}

interface PlaceProps {
  icon: typeof House;
  name: string;
  path: string;
  onGo: (path: string) => void;
}

function Place({ icon: Icon, name, path, onGo }: PlaceProps) {
  return (
    <li>
      <button type="button" className={css['place']} title={path} onClick={() => onGo(path)}>
        <Icon aria-hidden />
        <span>{name}</span>
      </button>
    </li>
  );
}

/** Arrows, Home and End go through the folders; a letter goes to the next one that begins with it. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((one) => one === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const step = steps[key];
  const begins = (one: HTMLElement) => one.textContent.toLowerCase().startsWith(key.toLowerCase());
  const next =
    step !== undefined
      ? all[Math.min(Math.max(step, 0), all.length - 1)]
      : key.length === 1 && key !== ' '
        ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find(begins)
        : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
