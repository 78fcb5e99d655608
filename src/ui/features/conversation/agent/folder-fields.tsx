import { FolderOpen } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { HostProblemError } from '#host-client/host-error.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { AttachedFolder, RecentFolders } from './folder-rows.tsx';
import { useRecentFolders } from './recent-folders.ts';
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
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);

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
    // The next path may have been begun meanwhile.
    setPath((now) => (now === path ? '' : now));
    setWide(false);
    setTooWide(false);
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
    <section ref={section} className={shared['group']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={shared['label']}>
        {t('folder.title')}
      </h3>
      {folders.length === 0 ? (
        <p className={text['quiet']}>{t('folder.none')}</p>
      ) : (
        <ul>
          {folders.map((folder, index) => (
            <AttachedFolder
              key={folder.path}
              folder={folder}
              rank={folders.length === 1 ? 'only' : index === 0 ? 'main' : 'other'}
              busy={busy}
              onJudge={(own) => void change(flows.judgeFolder(sessionId, folder.path, own))}
              onMakeMain={() => void change(flows.setMainFolder(sessionId, folder.path))}
              onDetach={() => {
                void change(flows.detachFolder(sessionId, folder.path));
                input.current?.focus();
              }}
            />
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
      <RecentFolders
        paths={others}
        busy={busy}
        onAttach={(again) => void attachAgain(again)}
        onForget={(one) => {
          recent.forget(one);
          input.current?.focus();
        }}
      />
    </section>
  );
}
