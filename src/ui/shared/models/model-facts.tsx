import { Brain, Image, Wrench } from 'lucide-react';
import type { Model } from '#core/model.ts';
import { formatPrice, formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './model-facts.module.css';

interface ModelFactsProps {
  model: Model;
  /** The context window in use. */
  window: number | null;
}

/** A model's abilities and prices, in one line of fixed columns. Screen readers read it as words. */
export function ModelFacts({ model, window: used }: ModelFactsProps) {
  const t = useT('models');
  const abilities = [
    { name: t('fact.thinking'), has: model.thinking.kind !== 'none', Icon: Brain },
    { name: t('fact.tools'), has: model.tools, Icon: Wrench },
    { name: t('fact.images'), has: model.images, Icon: Image },
  ];
  const window = used === null ? null : formatTokens(used);
  const isLearned = used !== model.contextWindow;
  const price = model.price ? formatPrice(model.price) : null;
  const labels = [
    ...abilities.filter((one) => one.has).map((one) => one.name),
    window && t(isLearned ? 'fact.windowLearned' : 'fact.window', { tokens: window }),
    price && t('fact.price', { price }),
  ].filter(Boolean);
  return (
    <>
      <span className={css['facts']} title={labels.join('\n')} aria-hidden>
        {abilities.map(({ name, has, Icon }) => (
          <Icon key={name} className={css['ability']} data-has={has || undefined} />
        ))}
        <span className={css['window']} data-learned={isLearned || undefined}>
          {window ?? '–'}
        </span>
        <span className={css['price']}>{price ?? '–'}</span>
      </span>
      <span className="visually-hidden">, {labels.join(', ')}</span>
    </>
  );
}
