import { useEffect, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { LocalServers } from '#ui/shared/vendors/local-servers.tsx';
import type { LocalSearch } from '#ui/shared/vendors/use-local-servers.ts';
import css from './first-run.module.css';

interface LocalModelsProps {
  search: LocalSearch;
  onStart: (connection: Connection, model: string) => void;
  onBack: () => void;
}

/** The step of the welcome page that offers the models of this computer. */
export function LocalModels({ search, onStart, onBack }: LocalModelsProps) {
  const t = useT('localServers');
  const frame = useT('frame');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css['panel']}>
      <h2 ref={heading} tabIndex={-1} className={css['panelTitle']}>
        {t('title')}
      </h2>
      <LocalServers search={search} onChosen={onStart} />
      <div className={css['footer']}>
        <Button variant="quiet" onClick={onBack}>
          {frame('first.back')}
        </Button>
        <Button busy={search.searching} onClick={() => void search.search()}>
          {t(search.servers ? 'again' : 'search')}
        </Button>
      </div>
    </div>
  );
}
