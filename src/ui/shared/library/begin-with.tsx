import type { SessionSettings } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { ToggleChip } from '#ui/kit/controls/toggle-chip.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './begin-with.module.css';
import { useLibraryAction } from './use-library-action.ts';
import { useAssistants } from './use-library.ts';

/** The assistants that an empty conversation can start with. Pressing the chosen one again deselects it. */
export function BeginWith({ session }: { session: SessionSettings }) {
  const t = useT('library');
  const flows = useServices().library;
  const attempt = useLibraryAction();
  const assistants = useAssistants();
  if (assistants.length === 0) return null;
  return (
    <div className={css['begin']} role="group" aria-label={t('begin')}>
      {assistants.map((assistant) => {
        const chosen = session.assistant === assistant.id;
        return (
          <ToggleChip
            key={assistant.id}
            large
            pressed={chosen}
            title={assistant.system.slice(0, 400)}
            onClick={() => void attempt(() => flows.begin(session.id, chosen ? null : assistant))}
          >
            {assistant.name}
          </ToggleChip>
        );
      })}
    </div>
  );
}
