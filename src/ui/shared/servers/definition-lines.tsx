import type { McpApprovalLine } from '#contract/mcp.ts';
import { ShownLines } from '#ui/kit/controls/shown-lines.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import text from '#ui/kit/controls/text.module.css';
import shown from '#ui/kit/controls/shown-lines.module.css';

/** Every word that defines a server. */
export function DefinitionLines({ lines }: { lines: readonly McpApprovalLine[] }) {
  const t = useT('mcp');
  const hidden = lines.some((line) => line.hidden);
  const steering = lines.filter((line) => line.role === 'steering').map((line) => line.text.split('=', 1)[0]);
  return (
    <div className={shown['definition']}>
      <ShownLines
        lines={lines.map(({ role, text, hidden: odd }) => ({
          label: t(`def.${role}`),
          text,
          warn: odd || role === 'steering',
        }))}
      />
      {steering.length > 0 && <p className={text['warn']}>{t('def.steers', { names: steering.join(', ') })}</p>}
      {hidden && <p className={text['warn']}>{t('def.hidden')}</p>}
    </div>
  );
}
