import type { Model } from '#core/model.ts';
import type { Note } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { TokenBar } from './token-bar.tsx';
import css from './tokens-tab.module.css';

interface TokensTabProps {
  tokens: number;
  budget: number | null;
  model: Model | null;
  left: number;
  more: boolean;
  notes: readonly Pick<Note, 'rule' | 'detail'>[];
  /** The vendor's count; `undefined` when the vendor reported none, or nothing was sent yet. */
  usage?: Usage | undefined;
}

/** The estimate, the vendor's count, and the token budget. */
export function TokensTab({ tokens, budget, model, left, more, notes, usage: counted }: TokensTabProps) {
  const t = useT('report');
  const language = useLanguage();
  const exact = (count: number) => new Intl.NumberFormat(language).format(count);
  // The context window from a refusal replaces the catalog's.
  const learned = Number(notes.find(({ rule }) => rule === 'model-window')?.detail ?? 0);
  // Usage that Baton estimated itself says nothing about the quality of the estimate.
  const usage = counted?.estimated === 'all' ? undefined : counted;
  const off = usage && usage.input > 0 ? Math.round((tokens / usage.input - 1) * 100) : null;
  const rows: [string, string][] = [
    [t('tokens.estimate'), exact(tokens)],
    ...(usage
      ? ([
          [
            t('tokens.reported'),
            off === null || off === 0
              ? exact(usage.input)
              : t('tokens.reportedOff', {
                  tokens: exact(usage.input),
                  percent: `${off > 0 ? '+' : '−'}${Math.abs(off)} %`,
                }),
          ],
          ...(usage.cacheRead ? [[t('tokens.cacheRead'), exact(usage.cacheRead)]] : []),
          ...(usage.cacheWrite ? [[t('tokens.cacheWrite'), exact(usage.cacheWrite)]] : []),
        ] as [string, string][])
      : []),
    [t('tokens.budget'), budget === null ? t('tokens.unknown') : exact(budget)],
    [
      t('tokens.window'),
      learned
        ? t('tokens.windowLearned', { tokens: exact(learned) })
        : model?.contextWindow
          ? exact(model.contextWindow)
          : t('tokens.unknown'),
    ],
    [
      t('tokens.left'),
      left === 0 ? t('tokens.leftNone') : t(more ? 'report.leftMore' : 'report.left', { count: left }),
    ],
  ];
  return (
    <div className={css['tokens']}>
      <TokenBar tokens={tokens} budget={budget} />
      <dl className={css['facts']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['note']}>{t('tokens.note')}</p>
    </div>
  );
}
