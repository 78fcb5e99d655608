import { Menu } from '@base-ui/react/menu';
import { Ellipsis, Pin } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import type { SessionRow as Row } from '#storage/rows.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { formatDateTime } from '#ui/i18n/format.ts';
import { formatRoute } from '#ui/frame/route.ts';
import { VENDOR_LOOK } from '#ui/vendors/vendor-look.ts';
import { VendorMark } from '#ui/vendors/vendor-mark.tsx';
import { isPractice } from '#ui/vendors/is-practice.ts';
import css from './session-row.module.css';

interface SessionRowProps {
  session: Row;
  style: CSSProperties;
  menu: Menu.Handle<Row>;
  current: boolean;
  /** The one row the Tab key stops at. */
  tabStop: boolean;
  running: boolean;
  /** An answer came to its end here while another conversation was shown. */
  finished: boolean;
  editing: boolean;
  onOpen: () => void;
  /** null: the title stays. */
  onRename: (title: string | null) => void;
}

export function SessionRow(props: SessionRowProps) {
  const { session, style, menu, current, tabStop, running, finished, editing, onOpen, onRename } = props;
  const t = useT('frame');
  const language = useLanguage();
  const title = session.title || t('session.untitled');
  const vendor = session.lastVendor;
  const practice = isPractice(session.target?.connection);
  const state = [
    vendor && VENDOR_LOOK[vendor].name,
    session.pinned && t('session.pinned'),
    running && t('session.running'),
    finished && t('session.finished'),
  ].filter(Boolean);
  const open = (event: MouseEvent) => {
    // Another window is a real wish: the browser knows how.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <div
      className={css['row']}
      style={{ ...style, ...(vendor && { '--thread': VENDOR_LOOK[vendor].color }) }}
      data-session={session.id}
      data-current={current || undefined}
    >
      {editing ? (
        <TitleInput title={session.title} placeholder={title} label={t('session.renameLabel')} onDone={onRename} />
      ) : (
        <>
          <a
            className={css['link']}
            href={formatRoute({ name: 'session', id: session.id })}
            tabIndex={tabStop ? 0 : -1}
            aria-current={current ? 'page' : undefined}
            title={`${title}\n${formatDateTime(session.updatedAt, language)}`}
            draggable={false}
            onClick={open}
          >
            <VendorMark vendor={vendor} practice={practice} size="0.625rem" />
            <span className={css['title']} data-untitled={session.title === '' || undefined}>
              {title}
            </span>
            {state.length > 0 && <span className="visually-hidden">, {state.join(', ')}</span>}
          </a>
          {(running || finished || session.pinned === 1) && (
            <span className={css['state']} aria-hidden>
              {running ? (
                <span className={css['running']} />
              ) : finished ? (
                <span className={css['finished']} />
              ) : (
                <Pin className={css['pin']} />
              )}
            </span>
          )}
          <Menu.Trigger
            handle={menu}
            payload={session}
            id={`menu-${session.id}`}
            className={css['more']}
            tabIndex={tabStop ? 0 : -1}
            aria-label={t('session.menu', { title })}
          >
            <Ellipsis aria-hidden />
          </Menu.Trigger>
        </>
      )}
    </div>
  );
}

interface TitleInputProps {
  title: string;
  placeholder: string;
  label: string;
  onDone: (title: string | null) => void;
}

function TitleInput({ title, placeholder, label, onDone }: TitleInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const finish = (value: string | null) => {
    if (done.current) return;
    done.current = true;
    onDone(value === null ? null : value.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends a Hangul syllable is not the Enter that ends the title.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(event.currentTarget.value);
    else if (event.key === 'Escape') finish(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={input}
      className={css['input']}
      defaultValue={title}
      placeholder={placeholder}
      aria-label={label}
      maxLength={300}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
