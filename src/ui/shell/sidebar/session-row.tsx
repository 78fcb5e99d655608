import { Menu } from '@base-ui/react/menu';
import { Check, Ellipsis, Pin } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { SessionRow as Row } from '#storage/rows.ts';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { SessionMark } from '#ui/shared/vendors/session-mark.tsx';
import { useSessionVendor } from '#ui/shared/vendors/session-vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { useListScene } from './list-scene.ts';
import css from './session-row.module.css';

/** Being answered, waiting for the user, or answered while another conversation was shown. */
export type LineActivity = 'running' | 'waiting' | 'finished';

interface SessionRowProps {
  session: Row;
  activity: LineActivity | null;
  /** The number of folders around it. */
  depth: number;
  style: CSSProperties;
}

export function SessionRow({ session, activity, depth, style }: SessionRowProps) {
  const t = useT('frame');
  const { shown, organizing } = useFrame();
  const { selected, tabStop, menu, lines } = useListScene();
  const { vendor } = useSessionVendor(session);
  const editing = session.id === organizing.editing;
  const title = session.title || t('session.untitled');
  return (
    <div
      className={css['row']}
      style={{ ...style, ...(vendor && { '--thread': VENDOR_LOOK[vendor].color }) }}
      data-session={session.id}
      data-item={session.id}
      data-depth={depth}
      data-selected={selected.has(session.id) || undefined}
      draggable={!editing}
      data-current={session.id === shown.listedId || undefined}
    >
      {editing ? (
        <NameInput
          className={css['input']}
          title={session.title}
          placeholder={title}
          label={t('session.renameLabel')}
          onDone={(name) => lines.rename(session, name)}
        />
      ) : (
        <>
          <SessionLink session={session} title={title} activity={activity} />
          <StateMark session={session} activity={activity} />
          <Menu.Trigger
            handle={menu}
            payload={session}
            id={`menu-${session.id}`}
            className={css['more']}
            tabIndex={session.id === tabStop ? 0 : -1}
            aria-label={t('session.menu', { title })}
          >
            <Ellipsis aria-hidden />
          </Menu.Trigger>
        </>
      )}
    </div>
  );
}

/** Opens the conversation. The list knows the modifier keys that select it instead. */
function SessionLink({ session, title, activity }: Pick<SessionRowProps, 'session' | 'activity'> & { title: string }) {
  const language = useLanguage();
  const { shown } = useFrame();
  const { selected, tabStop, lines } = useListScene();
  const state = useStateWords(session, activity);
  const tags = session.tags ?? [];
  return (
    <a
      className={css['link']}
      data-stop
      href={formatRoute({ name: 'session', id: session.id })}
      tabIndex={session.id === tabStop ? 0 : -1}
      aria-current={session.id === shown.listedId ? 'page' : undefined}
      title={[title, formatDateTime(session.updatedAt, language), ...tags.map((tag) => `#${tag}`)]
        .filter((line) => line !== '')
        .join('\n')}
      draggable={false}
      onClick={(event) => {
        event.preventDefault();
        lines.open(session, event);
      }}
    >
      {selected.has(session.id) ? (
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
  );
}

/** For screen readers: what the line shows by marks and colors. */
function useStateWords(session: Row, activity: LineActivity | null): readonly string[] {
  const t = useT('frame');
  const order = useT('organize');
  const { selected } = useListScene();
  const { vendor } = useSessionVendor(session);
  return [
    selected.has(session.id) && order('isSelected'),
    ...(session.tags ?? []),
    vendor && VENDOR_LOOK[vendor].name,
    session.pinned && t('session.pinned'),
    activity && t(`session.${activity}`),
  ].filter((text) => typeof text === 'string');
}

/** What goes on in it, or that it is pinned. */
function StateMark({ session, activity }: Pick<SessionRowProps, 'session' | 'activity'>) {
  const mark = activity ? (
    <span className={css[activity]} />
  ) : session.pinned === 1 ? (
    <Pin className={css['pin']} />
  ) : null;
  return (
    mark && (
      <span className={css['state']} aria-hidden>
        {mark}
      </span>
    )
  );
}
