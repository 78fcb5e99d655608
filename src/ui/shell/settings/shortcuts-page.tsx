import {
  CHAT_SHORTCUTS,
  COMPOSER_SHORTCUTS,
  FIND_SHORTCUTS,
  MESSAGE_SHORTCUTS,
  MODE_SHORTCUTS,
  OUTLINE_SHORTCUTS,
} from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { Keys } from '#ui/kit/controls/keys.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FRAME_SHORTCUTS, LIST_SHORTCUTS } from '#ui/kit/keyboard/frame-shortcuts.ts';
import type { Shortcut } from '#ui/kit/keyboard/shortcut.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import css from './shortcuts-page.module.css';

/** The keyboard map, generated from the same rows as the bindings. */
export function ShortcutsPage() {
  const t = useT('settings');
  const frame = useT('frame');
  const chat = useT('chat');
  const inChat = [
    ...CHAT_SHORTCUTS,
    ...FIND_SHORTCUTS,
    ...OUTLINE_SHORTCUTS,
    ...MODE_SHORTCUTS,
    ...COMPOSER_SHORTCUTS,
    ...MESSAGE_SHORTCUTS,
  ];
  return (
    <>
      <p className={css['intro']}>{t('shortcuts.intro')}</p>
      <Section title={t('shortcuts.everywhere')}>
        <Table rows={FRAME_SHORTCUTS.map((shortcut) => ({ shortcut, label: frame(`keys.${shortcut.id}`) }))} />
      </Section>
      <Section title={chat('keys.title')}>
        <Table rows={inChat.map((shortcut) => ({ shortcut, label: chat(`keys.${shortcut.id}`) }))} />
      </Section>
      <Section title={t('shortcuts.list')}>
        <Table rows={LIST_SHORTCUTS.map((shortcut) => ({ shortcut, label: frame(`keys.${shortcut.id}`) }))} />
      </Section>
    </>
  );
}

function Table({ rows }: { rows: readonly { shortcut: Shortcut; label: string }[] }) {
  return (
    <dl className={css['table']}>
      {rows.map(({ shortcut, label }) => (
        <div key={shortcut.id} className={css['row']}>
          <dt>{label}</dt>
          <dd className={css['keys']}>
            <Keys shortcut={shortcut} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
