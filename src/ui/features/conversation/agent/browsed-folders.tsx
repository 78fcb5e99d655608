import { ChevronRight, Folder, History, House } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import type { BrowsedFolder } from '#contract/folder-files.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { splitPath } from './recent-folders.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './folder-dialog.module.css';

interface BrowsedProps {
  /** The folder that is looked into; `null` until the host has answered. */
  here: BrowsedFolder | null;
  onGo: (path: string) => void;
}

const MAX_RECENT = 4;

/** The user's home and folders attached lately. */
export function FolderPlaces({ here, recent, onGo }: BrowsedProps & { recent: readonly string[] }) {
  const t = useT('agent');
  const others = recent.filter((one) => one !== here?.path).slice(0, MAX_RECENT);
  return (
    <ul className={css['places']} aria-label={t('browse.places')}>
      {here?.home && here.home !== here.path && (
        <Place icon={House} name={t('browse.home')} path={here.home} onGo={onGo} />
      )}
      {others.map((one) => (
        <Place key={one} icon={History} name={splitPath(one).name} path={one} onGo={onGo} />
      ))}
    </ul>
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

/** The way from the root to the folder. */
export function FoldersAbove({ here, onGo }: BrowsedProps) {
  const t = useT('agent');
  return (
    <nav className={css['above']} aria-label={t('browse.above')}>
      {here?.above.map((one, index) => (
        <span key={one.path} className={css['step']}>
          {index > 0 && <ChevronRight aria-hidden />}
          <button
            type="button"
            aria-current={one.path === here.path ? 'page' : undefined}
            onClick={() => onGo(one.path)}
          >
            {one.name}
          </button>
        </span>
      ))}
    </nav>
  );
}

interface FolderListProps extends BrowsedProps {
  ref: Ref<HTMLUListElement>;
  busy: boolean;
}

/** The folders inside. Backspace goes up. */
export function FolderList({ ref, here, busy, onGo }: FolderListProps) {
  const t = useT('agent');
  const above = here?.above.at(-2);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between the buttons inside
    <ul
      ref={ref}
      className={css['list']}
      aria-label={t('browse.list')}
      aria-busy={busy}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && above) {
          event.preventDefault();
          onGo(above.path);
        } else moveFocus(event);
      }}
    >
      {here?.folders.map((one) => (
        <li key={one.path}>
          <button type="button" className={css['folder']} onClick={() => onGo(one.path)}>
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
