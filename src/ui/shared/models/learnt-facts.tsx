import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { Overlay } from '#core/request.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useLearntModel } from '#ui/data/use-learnt-model.ts';
import { usePageData } from '#ui/data/page-data.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { factWords } from './fact-words.ts';
import css from './facts-dialog.module.css';

/**
 * What the vendor's refusals have taught about a model: since when, in which words, and each to be forgotten. What was
 * forgotten stays here, to be taken back, until the dialog closes.
 */
export function LearntFacts({ connection, model }: { connection: Connection; model: Model }) {
  const t = useT('models');
  const common = useT('common');
  const language = useLanguage();
  const { problems } = usePageData();
  const { facts, forget, restore } = useLearntModel(connection, model);
  const [forgotten, setForgotten] = useState<readonly Overlay[]>([]);
  const known = new Set(facts.map(({ id }) => id));
  const gone = forgotten.filter(({ id }) => !known.has(id));
  const shown = [...facts, ...gone].toSorted((a, b) => b.at - a.at || a.id.localeCompare(b.id));

  async function toggle(fact: Overlay): Promise<void> {
    try {
      if (!known.has(fact.id)) return await restore([fact]);
      setForgotten([...gone, fact]);
      await forget([fact]);
    } catch (error) {
      problems.add(error);
    }
  }

  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('learnt.title')}</legend>
      {shown.length === 0 ? (
        <p className={css['none']}>{t('learnt.none')}</p>
      ) : (
        <ul className={css['learnt']}>
          {shown.map((fact) => {
            const words = factWords(fact, t);
            const isGone = !known.has(fact.id);
            return (
              <li key={fact.id} className={css['ability']} data-gone={isGone || undefined}>
                <div className={css['words']}>
                  <p className={css['name']}>{words}</p>
                  <p className={`${css['hint']} ${css['said']}`} title={isGone ? undefined : fact.reason}>
                    {isGone
                      ? t('learnt.forgotten')
                      : t('learnt.since', { date: formatDateTime(fact.at, language), words: fact.reason })}
                  </p>
                </div>
                <Button
                  small
                  aria-label={isGone ? t('learnt.undoOf', { fact: words }) : t('learnt.forgetOf', { fact: words })}
                  onClick={() => void toggle(fact)}
                >
                  {isGone ? common('undo') : t('learnt.forget')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}
