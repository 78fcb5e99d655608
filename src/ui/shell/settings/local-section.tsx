import { Search } from 'lucide-react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useDefaultThinking } from '#ui/data/preferences.ts';
import { LocalServers } from '#ui/shared/vendors/local-servers.tsx';
import { type LocalSearch, useLocalServers } from '#ui/shared/vendors/use-local-servers.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import rows from '#ui/kit/controls/rows.module.css';

/** Finds the model servers of this computer when the user asks for it. */
export function LocalSection() {
  const t = useT('localServers');
  const search = useLocalServers();
  return (
    <Section
      title={t('title')}
      intro={t('intro')}
      action={
        <Button small icon={<Search aria-hidden />} busy={search.searching} onClick={() => void search.search()}>
          {t(search.servers ? 'again' : 'search')}
        </Button>
      }
    >
      {(search.servers !== null || search.searching || search.error !== null) && <Found search={search} />}
    </Section>
  );
}

function Found({ search }: { search: LocalSearch }) {
  const { actions } = useFrame();
  const [thinking] = useDefaultThinking();
  return (
    <div className={rows['box']}>
      <LocalServers
        search={search}
        onChosen={({ id }, model) => void actions.newChat({ connection: id, model, thinking })}
      />
    </div>
  );
}
