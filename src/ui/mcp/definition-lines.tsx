import type { McpApprovalLine } from '#contract/mcp.ts';
import { useT } from '#ui/i18n/use-t.ts';
import text from '#ui/controls/text.module.css';
import css from './definition-lines.module.css';

/** Every word that decides what runs, one a line, nothing cut, nothing hidden. */
export function DefinitionLines({ lines }: { lines: readonly McpApprovalLine[] }) {
  const t = useT('mcp');
  const hidden = lines.some((line) => line.hidden);
  const steering = lines.filter((line) => line.role === 'steering').map((line) => line.text.split('=', 1)[0]);
  return (
    <div className={css['definition']}>
      <dl className={css['lines']}>
        {numbered(lines).map(({ key, line }) => (
          <div key={key} className={css['line']} data-warn={line.hidden || line.role === 'steering' || undefined}>
            <dt>{t(`def.${line.role}`)}</dt>
            <dd>{line.text === '' ? '""' : line.text}</dd>
          </div>
        ))}
      </dl>
      {steering.length > 0 && <p className={text['warn']}>{t('def.steers', { names: steering.join(', ') })}</p>}
      {hidden && <p className={text['warn']}>{t('def.hidden')}</p>}
    </div>
  );
}

/** Arguments may repeat; their place among equals tells them apart. */
function numbered(lines: readonly McpApprovalLine[]): { key: string; line: McpApprovalLine }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.role} ${line.text}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, line };
  });
}
