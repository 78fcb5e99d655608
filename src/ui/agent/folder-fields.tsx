import { X } from 'lucide-react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { HostProblem } from '#host-client/host-error.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useProblemWords } from '#ui/secrets/use-problem-words.ts';
import { useAgent } from './use-agent.ts';
import text from '#ui/controls/text.module.css';
import css from './tools-control.module.css';

/** Folders that the tools of this conversation may work in. The host decides which can be, and says why not. */
export function FolderFields({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const id = useId();
  const { flows } = useAgent();
  const words = useProblemWords();
  const [folders, setFolders] = useState<AttachedFolders['folders']>([]);
  const [path, setPath] = useState('');
  const [wide, setWide] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The host asked whether all of it is meant. */
  const [tooWide, setTooWide] = useState(false);

  useEffect(() => {
    let gone = false;
    flows.folders(sessionId).then(
      (found) => !gone && setFolders(found.folders),
      (problem: unknown) => !gone && setError(words(problem)),
    );
    return () => {
      gone = true;
    };
  }, [flows, sessionId, words]);

  const change = async (work: Promise<AttachedFolders>) => {
    setBusy(true);
    setError(null);
    try {
      setFolders((await work).folders);
      return true;
    } catch (problem) {
      setError(words(problem));
      setTooWide(problem instanceof HostProblem && problem.code === 'folder_too_wide');
      return false;
    } finally {
      setBusy(false);
    }
  };
  const attach = async (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() === '' || busy) return;
    if (!(await change(flows.attachFolder(sessionId, path.trim(), wide)))) return;
    setPath('');
    forgetWide();
  };
  const forgetWide = () => {
    setWide(false);
    setTooWide(false);
  };

  return (
    <section className={css['group']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={css['label']}>
        {t('folder.title')}
      </h3>
      {folders.length === 0 ? (
        <p className={text['quiet']}>{t('folder.none')}</p>
      ) : (
        <ul className={css['servers']}>
          {folders.map((folder) => (
            <li key={folder.path} className={css['line']}>
              <span className={css['path']}>{folder.path}</span>
              <IconButton
                small
                label={t('folder.detach', { path: folder.path })}
                icon={<X aria-hidden />}
                onClick={() => void change(flows.detachFolder(sessionId, folder.path))}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={css['attach']} onSubmit={(event) => void attach(event)}>
        <Field
          label={t('folder.label')}
          mono
          value={path}
          error={error}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setPath(event.target.value);
            // What was confirmed was about another folder.
            forgetWide();
          }}
        />
        {tooWide && (
          <div className={css['line']}>
            <span id={`${id}-wide`}>{t('folder.wide')}</span>
            <Switch checked={wide} onChange={setWide} labelledBy={`${id}-wide`} />
          </div>
        )}
        <Button type="submit" small busy={busy}>
          {t('folder.attach')}
        </Button>
      </form>
    </section>
  );
}
