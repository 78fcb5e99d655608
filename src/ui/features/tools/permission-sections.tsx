import { useStore } from 'zustand';
import type { ReactNode } from 'react';
import type { AllowedCommand, JudgedFolder } from '#contract/permissions.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import { ConsentOriginLine } from './rule-section.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './rule-section.module.css';

/** Commands that run without asking, and folders whose files are the user's own, each with when and where. */
export function PermissionSections() {
  const t = useT('mcp');
  const { commands, folders } = useStore(useServices().mcp.servers.store, (state) => state.permissions);
  const newest = <T extends { at: number }>(all: readonly T[]) => all.toSorted((a, b) => b.at - a.at);
  return (
    <>
      <Section title={t('commands.title')} intro={t('commands.intro')}>
        <List label={t('commands.title')} none={t('commands.none')}>
          {newest(commands).map((command) => (
            <CommandRow key={command.id} command={command} />
          ))}
        </List>
      </Section>
      <Section title={t('folders.title')} intro={t('folders.intro')}>
        <List label={t('folders.title')} none={t('folders.none')}>
          {newest(folders).map((folder) => (
            <FolderRow key={folder.id} folder={folder} />
          ))}
        </List>
      </Section>
    </>
  );
}

function List({ label, none, children }: { label: string; none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className={rows['none']}>{none}</p>;
  return (
    <ul className={rows['list']} aria-label={label}>
      {children}
    </ul>
  );
}

function CommandRow({ command }: { command: AllowedCommand }) {
  const t = useT('mcp');
  const sandbox = useStore(useServices().mcp.servers.store, (state) => state.permissions.sandbox);
  const line = visibleText(command.line).text;
  const counts = command.sandboxed !== true || sandbox.on;
  return (
    <Row entry={command} lapsed={counts ? null : 'sandbox'} name={command.match === 'prefix' ? `${line} …` : line}>
      <p>{t(`commands.${command.match}`, { folder: visibleText(command.folder).text })}</p>
      {command.outside && <p className={text['warn']}>{t('commands.outside')}</p>}
      {command.sandboxed && <p>{t('allowed.sandbox')}</p>}
    </Row>
  );
}

function FolderRow({ folder }: { folder: JudgedFolder }) {
  const t = useT('mcp');
  return (
    <Row entry={folder} lapsed={null} name={visibleText(folder.path).text}>
      <p>{t(folder.own ? 'folders.own' : 'folders.outside')}</p>
    </Row>
  );
}

interface RowProps {
  entry: AllowedCommand | JudgedFolder;
  /** Why it doesn't count although it was given. */
  lapsed: 'sandbox' | null;
  name: string;
  children: ReactNode;
}

function Row({ entry: { id, at, given, state }, lapsed: unused, name, children }: RowProps) {
  const lapsed = state === 'held' ? unused : state;
  const t = useT('mcp');
  const { host } = useServices().mcp;
  const { busy, act } = useServerAction();
  return (
    <li className={`${rows['row']} ${css['row']}`} data-lapsed={lapsed !== null || undefined}>
      <div className={css['text']}>
        <p className={css['code']}>{name}</p>
        {children}
        <ConsentOriginLine at={at} given={given} />
        {lapsed !== null && <p className={text['warn']}>{t(`allowed.lapsed.${lapsed}`)}</p>}
      </div>
      <Button
        small
        disabled={busy}
        aria-label={t('allowed.takeFor', { name })}
        onClick={() => void act(() => host.permissions.remove(id))}
      >
        {t('allowed.take')}
      </Button>
    </li>
  );
}
