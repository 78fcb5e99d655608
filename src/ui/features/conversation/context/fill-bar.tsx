import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import type { ContextFill } from './use-context-fill.ts';
import css from './context-meter.module.css';

const PARTS = ['system', 'tools', 'summary', 'messages', 'draft'] as const;

/** What fills the context window, as a bar and in numbers. */
export function FillBar({ fill: { measure, draft, tokens } }: { fill: ContextFill }) {
  const t = useT('context');
  const language = useLanguage();
  const exact = (count: number) => new Intl.NumberFormat(language).format(count);
  const { parts, budget, window } = measure;
  const shown = PARTS.map((name) => ({ name, tokens: name === 'draft' ? draft : parts[name] })).filter(
    (part) => part.tokens > 0,
  );
  const total = window ?? tokens;
  const reserve = budget === null ? 0 : Math.max(0, total - budget);
  const free = Math.max(0, total - reserve - tokens);
  const rows = [
    ...shown,
    ...(budget === null
      ? []
      : [
          { name: 'free' as const, tokens: free },
          { name: 'reserve' as const, tokens: reserve },
        ]),
  ];
  return (
    <>
      <div className={css['bar']} aria-hidden>
        {rows.map(({ name, tokens: size }) => (
          <span key={name} data-part={name} style={{ flexGrow: size }} />
        ))}
      </div>
      <dl className={css['parts']}>
        {rows.map(({ name, tokens: size }) => (
          <div key={name}>
            <dt>
              <span className={css['swatch']} data-part={name} aria-hidden />
              {t(`part.${name}`)}
            </dt>
            <dd>{exact(size)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
