import type { Usage } from '#core/usage.ts';
import type { Model } from '#core/model.ts';
import { costOf } from '#flows/base/cost-of.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatCost, formatSeconds } from '#ui/kit/text/usage-text.ts';
import row from '#ui/kit/controls/facts.module.css';
import css from './message.module.css';

interface UsageLineProps {
  usage: Usage | undefined;
  model: Model | null;
  practice: boolean;
  durationMs: number | null;
}

/** The answer's usage in small type: input and output tokens, cached and thinking tokens, dollars, time. */
export function UsageLine({ usage, model, practice, durationMs }: UsageLineProps) {
  const t = useT('chat');
  const documents = useT('documents');
  const cost = usage && !practice ? costOf(usage, model?.price) : null;
  const about = usage?.estimated ? '≈' : '';
  const facts = [
    usage && t('usage.input', { tokens: (usage.estimated === 'all' ? about : '') + formatTokens(usage.input) }),
    usage?.cacheRead && t('usage.cached', { tokens: formatTokens(usage.cacheRead) }),
    usage && t('usage.output', { tokens: about + formatTokens(usage.output) }),
    usage?.thinking && t('usage.thinking', { tokens: formatTokens(usage.thinking) }),
    cost !== null && about + formatCost(cost),
    cost === null && !practice && usage?.pictures && documents('pictures.noPrice', { count: usage.pictures }),
    durationMs !== null && t('time.seconds', { seconds: formatSeconds(durationMs) }),
  ].filter((fact) => typeof fact === 'string');
  if (facts.length === 0) return null;
  return (
    <span
      className={`${row['facts']} ${css['usage']}`}
      title={usage?.estimated ? `${t('usage.title')}. ${t('usage.estimated')}` : t('usage.title')}
    >
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}
