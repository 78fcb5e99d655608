import { Menu } from '@base-ui/react/menu';
import { Check, Ellipsis, Pin } from 'lucide-react';
import type { CSSProperties, MouseEvent } from 'react';
import type { SessionRow as Row } from '#storage/rows.ts';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { SessionMark } from '#ui/shared/vendors/session-mark.tsx';
import { useSessionVendor } from '#ui/shared/vendors/session-vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import css from './session-row.module.css';

interface SessionRowProps {
  session: Row;
  style: CSSProperties;
  /** The number of folders around it. */
  depth: number;
  selected: boolean;
  menu: Menu.Handle<Row>;
  current: boolean;
  /** The only row that the Tab key stops at. */
  tabStop: boolean;
  running: boolean;
  /** An answer ended here while another conversation was shown. */
  finished: boolean;
  editing: boolean;
  /** The list knows the modifier keys that select instead. */
  onOpen: (event: MouseEvent) => void;
  /** `null` keeps the title. */
  onRename: (title: string | null) => void;
}

export function SessionRow(props: SessionRowProps) {
  const { session, style, depth, selected, menu, current, tabStop, running, finished, editing, onOpen, onRename } =
    props;
  const t = useT('frame');
  const order = useT('organize');
  const language = useLanguage();
  const title = session.title || t('session.untitled');
  const { vendor } = useSessionVendor(session);
  const tags = session.tags ?? [];
  const state = [
    selected && order('isSelected'),
    ...tags,
    vendor && VENDOR_LOOK[vendor].name,
    session.pinned && t('session.pinned'),
    running && t('session.running'),
    finished && t('session.finished'),
  ].filter(Boolean);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen(event);
  };
  return (
    <div
      className={css['row']}
      style={{ ...style, ...(vendor && { '--thread': VENDOR_LOOK[vendor].color }) }}
      data-session={session.id}
      data-item={session.id}
      data-depth={depth}
      data-selected={selected || undefined}
      draggable={!editing}
      data-current={current || undefined}
    >
      {editing ? (
        <NameInput
          className={css['input']}
          title={session.title}
          placeholder={title}
          label={t('session.renameLabel')}
          onDone={onRename}
        />
      ) : (
        <>
          <a
            className={css['link']}
            data-stop
            href={formatRoute({ name: 'session', id: session.id })}
            tabIndex={tabStop ? 0 : -1}
            aria-current={current ? 'page' : undefined}
            title={[title, formatDateTime(session.updatedAt, language), ...tags.map((tag) => `#${tag}`)]
              .filter((line) => line !== '')
              .join('\n')}
            draggable={false}
            onClick={open}
          >
            {selected ? (
              <Check className={css['check']} aria-hidden />
            ) : (
              <SessionMark session={session} size="0.625rem" />
            )}
            <span className={css['title']} data-untitled={session.title === '' || undefined}>
              {title}
            </span>
            {tags.length > 0 && (
              <span className={css['tags']} aria-hidden>
                {tags.map((tag) => `#${tag}`).join(' ')}
              </span>
            )}
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
