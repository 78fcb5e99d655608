import type { McpImportPreview, McpPasteProblem } from '#contract/mcp-imports.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { DefinitionLines } from '#ui/shared/servers/definition-lines.tsx';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './paste-form.module.css';

/** How pasted text was understood. */
export function PastePreview({ preview: { servers, problems } }: { preview: McpImportPreview }) {
  const t = useT('mcp');
  return (
    <>
      <p>{servers.length === 0 ? t('add.nothing') : t('add.found', { count: servers.length })}</p>
      {servers.map(({ label, lines, timeout, toolsOff }) => (
        <section key={`${label} ${lines.map(({ text }) => text).join(' ')}`} aria-label={label}>
          <h4 className={css['foundName']}>{label}</h4>
          <DefinitionLines lines={lines} />
          {toolsOff && (
            <p className={text['quiet']}>
              {t('add.toolsOff', { tools: toolsOff.map((tool) => visibleText(tool).text).join(', ') })}
            </p>
          )}
          {timeout !== undefined && <p className={text['quiet']}>{t('add.limit', { count: timeout })}</p>}
        </section>
      ))}
      {problems.length > 0 && (
        <Notice tone="warning" title={t('add.problems')}>
          {problems.map((problem) => (
            <p key={`${problem.code} ${problem.server ?? ''}`}>
              <ProblemText problem={problem} />
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}

function ProblemText({ problem: { code, server, detail } }: { problem: McpPasteProblem }) {
  const t = useT('mcp');
  const say = useReasonOrQuote();
  const words = code === 'address' ? say(detail) : t(`paste.${code}`, { detail });
  return server === null ? words : `${server}: ${words}`;
}
