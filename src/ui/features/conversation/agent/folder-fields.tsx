import { Folder, FolderOpen, History, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { HostProblemError } from '#host-client/host-error.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { FolderTrust } from './folder-trust.tsx';
import { splitPath, useRecentFolders } from './recent-folders.ts';
import field from '#ui/kit/controls/field.module.css';
import text from '#ui/kit/controls/text.module.css';
import shared from './tools-control.module.css';
import css from './folder-fields.module.css';

const FolderDialog = lazyPart(async () => (await import('./folder-dialog.tsx')).FolderDialog);

/**
 * The folders that this conversation's tools may use. The host decides which are allowed, and says why others aren't.
 */
export function FolderFields({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const id = useId();
  const { flows } = useServices().agent;
  const messageOf = useProblemMessage();
  const [folders, setFolders] = useState<AttachedFolders['folders']>([]);
  const [path, setPath] = useState('');
  const [wide, setWide] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The host asked the user to confirm such a broad folder. */
  const [tooWide, setTooWide] = useState(false);
  /** The dialog of browser mode is open. */
  const [browsing, setBrowsing] = useState(false);
  const recent = useRecentFolders();
  const chooser = useRef<HTMLButtonElement>(null);
  const leaveChooser = () => {
    setBrowsing(false);
    // The dialog gives the focus back first, to what opened the panel around it.
    setTimeout(() => chooser.current?.focus());
  };
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let cancelled = false;
    flows.folders(sessionId).then(
      (found) => !cancelled && setFolders(found.folders),
      (problem: unknown) => !cancelled && setError(messageOf(problem)),
    );
    return () => {
      cancelled = true;
    };
  }, [flows, sessionId, messageOf]);

  const change = async (work: Promise<Pick<AttachedFolders, 'folders'>>) => {
    setBusy(true);
    setError(null);
    try {
      const now = (await work).folders;
      const added = now.find((folder) => !folders.some((old) => old.path === folder.path));
      if (added) recent.add(added.path);
      setFolders(now);
      return true;
    } catch (problem) {
      setError(messageOf(problem));
      setTooWide(problem instanceof HostProblemError && problem.code === 'folder_too_wide');
      return false;
    } finally {
      setBusy(false);
    }
  };
  const attach = async (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() === '' || busy) return;
    if (!(await change(flows.attachFolder(sessionId, path.trim(), wide)))) return;
    write('');
  };
  /** A message about one folder doesn't apply to another. */
  const write = (next: string) => {
    setPath(next);
    setError(null);
    setWide(false);
    setTooWide(false);
  };
  /**
   * Attaches a recent folder. If the host wants confirmation, the path goes into the field so that the user can give it
   * there.
   */
  const attachAgain = async (again: string) => {
    if (!(await change(flows.attachFolder(sessionId, again)))) setPath(again);
    input.current?.focus();
  };
  /** In the system's own dialog where there is one. A folder that is too wide goes into the field, where it is confirmed. */
  const browse = async () => {
    if (busy) return;
    let native = true;
    const done = await change(
      flows.pickFolder(sessionId).then((picked) => {
        ({ native } = picked);
        if (picked.path !== null && !picked.folders) {
          write(picked.path);
          setTooWide(true);
        }
        return { folders: picked.folders ?? folders };
      }),
    );
    if (!native) setBrowsing(true);
    else if (done) input.current?.focus();
  };
  const others = recent.paths.filter((one) => !folders.some((folder) => folder.path === one));

  return (
    <section className={shared['group']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={shared['label']}>
        {t('folder.title')}
      </h3>
      {folders.length === 0 ? (
        <p className={text['quiet']}>{t('folder.none')}</p>
      ) : (
        <ul>
          {folders.map((folder, index) => (
            <li key={folder.path} className={css['folder']}>
              <Folder aria-hidden />
              <PathName path={folder.path} />
              <FolderTrust
                folder={folder}
                busy={busy}
                onJudge={(own) => void change(flows.judgeFolder(sessionId, folder.path, own))}
              />
              {folders.length > 1 &&
                (index === 0 ? (
                  <span className={css['main']} title={t('folder.mainHint')}>
                    {t('folder.main')}
                  </span>
                ) : (
                  <button
                    type="button"
                    className={css['makeMain']}
                    title={t('folder.mainHint')}
                    aria-label={`${t('folder.makeMain')}: ${folder.path}`}
                    disabled={busy}
                    onClick={() => void change(flows.setMainFolder(sessionId, folder.path))}
                  >
                    {t('folder.makeMain')}
                  </button>
                ))}
              <IconButton
                small
                label={t('folder.detach', { path: folder.path })}
                icon={<X aria-hidden />}
                onClick={() => {
                  void change(flows.detachFolder(sessionId, folder.path));
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={css['attach']} onSubmit={(event) => void attach(event)}>
        <input
          ref={input}
          className={`${field['input']} ${field['mono']} ${css['path']}`}
          aria-label={t('folder.label')}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `${id}-error`}
          placeholder={t('folder.label')}
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => write(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {t('folder.attach')}
        </Button>
      </form>
      <Button ref={chooser} small icon={<FolderOpen aria-hidden />} disabled={busy} onClick={() => void browse()}>
        {t('browse.open')}
      </Button>
      {browsing && (
        <FolderDialog
          sessionId={sessionId}
          onAttached={(now) => {
            setFolders(now);
            leaveChooser();
          }}
          onClose={leaveChooser}
        />
      )}
      <p id={`${id}-error`} className={field['error']} role="alert">
        {error}
      </p>
      {tooWide && (
        <div className={shared['line']}>
          <span id={`${id}-wide`}>{t('folder.wide')}</span>
          <Switch checked={wide} onChange={setWide} labelledBy={`${id}-wide`} />
        </div>
      )}
      {others.length > 0 && (
        <ul aria-label={t('folder.recent')}>
          {others.map((one) => (
            <li key={one} className={css['recent']}>
              <button type="button" className={css['again']} disabled={busy} onClick={() => void attachAgain(one)}>
                <History aria-hidden />
                <span className="visually-hidden">{t('folder.attach')}: </span>
                <PathName path={one} />
              </button>
              <IconButton
                small
                label={t('folder.forget', { path: one })}
                icon={<X aria-hidden />}
                onClick={() => {
                  recent.forget(one);
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
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
