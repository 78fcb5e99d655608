import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { Overlay } from '#core/request.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useLearnedModel } from '#ui/data/use-learned-model.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { factLabels } from './fact-labels.ts';
import css from './facts-dialog.module.css';

/**
 * Learned facts about a model: since when, the vendor's words, and a button to forget each one. Forgotten facts stay
 * listed until the dialog closes, so that forgetting can be undone.
 */
export function LearnedFacts({ connection, model }: { connection: Connection; model: Model }) {
  const t = useT('models');
  const common = useT('common');
  const language = useLanguage();
  const { problems } = useServices();
  const { facts, forget, restore } = useLearnedModel(connection, model);
  const [forgotten, setForgotten] = useState<readonly Overlay[]>([]);
  const existing = new Set(facts.map(({ id }) => id));
  const removed = forgotten.filter(({ id }) => !existing.has(id));
  const shown = [...facts, ...removed].toSorted((a, b) => b.at - a.at || a.id.localeCompare(b.id));

  async function toggle(fact: Overlay): Promise<void> {
    try {
      if (!existing.has(fact.id)) return await restore([fact]);
      setForgotten([...removed, fact]);
      await forget([fact]);
    } catch (error) {
      problems.add(error);
    }
  }

  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('learned.title')}</legend>
      {shown.length === 0 ? (
        <p className={css['none']}>{t('learned.none')}</p>
      ) : (
        <ul className={css['learned']}>
          {shown.map((fact) => {
            const labels = factLabels(fact, t);
            const isRemoved = !existing.has(fact.id);
            return (
              <li key={fact.id} className={css['ability']} data-removed={isRemoved || undefined}>
                <div className={css['text']}>
                  <p className={css['name']}>{labels}</p>
                  <p className={`${css['hint']} ${css['said']}`} title={isRemoved ? undefined : fact.reason}>
                    {isRemoved
                      ? t('learned.forgotten')
                      : t('learned.since', { date: formatDateTime(fact.at, language), reason: fact.reason })}
                  </p>
                </div>
                <Button
                  small
                  aria-label={
                    isRemoved ? t('learned.undoOf', { fact: labels }) : t('learned.forgetOf', { fact: labels })
                  }
                  onClick={() => void toggle(fact)}
                >
                  {isRemoved ? common('undo') : t('learned.forget')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}
