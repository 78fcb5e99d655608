import { useId } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SandboxLine } from '#ui/shared/servers/sandbox-line.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './rule-section.module.css';

/** Whether commands run in the sandbox of the system. Where it has none, that is said. */
export function SandboxSection() {
  const t = useT('mcp');
  const id = useId();
  const { host, servers } = useServices().mcp;
  const { act } = useServerAction();
  const { kind, on, network } = useStore(servers.store, (state) => state.permissions.sandbox);
  const set = (next: { on: boolean } | { network: boolean }) => act(() => host.permissions.setSandbox(next));
  const row = (name: 'switch' | 'network', checked: boolean, change: (next: boolean) => Promise<boolean>) => (
    <li className={`${rows['row']} ${css['row']}`}>
      <div className={css['text']}>
        <p id={`${id}-${name}`} className={css['name']}>
          {t(`sandbox.${name}`)}
        </p>
        <p id={`${id}-${name}-hint`} className={text['quiet']}>
          {t(`sandbox.${name}Hint`)}
        </p>
      </div>
      <Switch checked={checked} onChange={change} labelledBy={`${id}-${name}`} describedBy={`${id}-${name}-hint`} />
    </li>
  );
  return (
    <Section title={t('sandbox.title')}>
      <SandboxLine />
      {kind !== 'none' && (
        <ul className={rows['list']} aria-label={t('sandbox.title')}>
          {row('switch', on, (next) => set({ on: next }))}
          {on && row('network', network, (next) => set({ network: next }))}
        </ul>
      )}
    </Section>
  );
}
