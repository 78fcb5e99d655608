import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import css from './token-bar.module.css';

interface TokenBarProps {
  tokens: number;
  /** `null` when the model's context window is unknown. */
  budget: number | null;
}

/** The share of the conversation's token budget in use, in words and as a bar. */
export function TokenBar({ tokens, budget }: TokenBarProps) {
  const t = useT('report');
  if (budget === null || budget <= 0)
    return <p className={css['text']}>{t('tokens.unknownWindow', { tokens: formatTokens(tokens) })}</p>;
  const share = Math.min(1, tokens / budget);
  return (
    <div className={css['fit']} data-tight={tokens > budget ? 'over' : share > 0.85 ? 'near' : undefined}>
      <span className={css['bar']} aria-hidden>
        <span className={css['fill']} style={{ width: `${Math.max(1, share * 100)}%` }} />
      </span>
      <p className={css['text']}>
        {t(tokens > budget ? 'tokens.over' : 'tokens.fit', {
          tokens: formatTokens(tokens),
          budget: formatTokens(budget),
        })}
      </p>
    </div>
  );
}
