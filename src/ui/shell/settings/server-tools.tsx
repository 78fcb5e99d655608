import type { Connection } from '#contract/connection.ts';
import { SERVER_TOOLS, type ServerTool, type ServerToolPrice } from '#core/vendors/base/server-tools.ts';
import { serverToolsOf } from '#core/normalize/declare-tools.ts';
import { serverToolsKey, switchServerTool } from '#state/server-tools.ts';
import { useServices } from '#ui/data/services.ts';
import { useServerTools } from '#ui/data/use-server-tools.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './server-tools.module.css';

/** What the vendor may do itself through this connection. Nothing unless the user switches it on. */
export function ServerTools({ connection }: { connection: Connection }) {
  const t = useT('settings');
  const { settings } = useServices();
  const chosen = useServerTools(connection.id);
  const { vendor, protocol, baseUrl, practice, label } = connection;
  const own = serverToolsOf({
    vendor,
    endpoint: baseUrl,
    model: { protocol },
    ...(practice && { simulated: true as const }),
  });
  if (!own || !connection.configured) return null;
  const change = (name: ServerTool, on: boolean) => {
    const key = serverToolsKey(connection.id);
    void settings.set(key, switchServerTool(settings.store.getState().values.get(key), name, on));
  };
  const offered = SERVER_TOOLS.filter((name) => own.tools[name] !== undefined);
  const summary = offered.filter((name) => chosen.includes(name)).map((name) => t(`ownTools.${name}`));
  return (
    <Disclosure
      className={css['tools']}
      summary={
        <>
          {t('ownTools.title')}
          <span className={css['state']}>{summary.length === 0 ? t('ownTools.none') : summary.join(', ')}</span>
        </>
      }
    >
      <p className={css['intro']}>{t('ownTools.intro', { vendor: label })}</p>
      {offered.map((name) => (
        <Setting
          key={name}
          label={t(`ownTools.${name}`)}
          hint={
            <>
              {t(`ownTools.${name}Hint`, { vendor: label })} <Cost price={own.tools[name]?.price} />
            </>
          }
        >
          {(ids) => (
            <Switch
              checked={chosen.includes(name)}
              onChange={(on) => change(name, on)}
              labelledBy={ids.label}
              describedBy={ids.hint}
            />
          )}
        </Setting>
      ))}
    </Disclosure>
  );
}

function Cost({ price }: { price: ServerToolPrice | undefined }) {
  const t = useT('settings');
  if (!price) return <span>{t('ownTools.price.unknown')}</span>;
  return <span>{t(`ownTools.price.${price.per}`, { usd: price.usd })}</span>;
}
