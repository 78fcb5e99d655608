import type { Source } from '#archive/import/base/imported.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PROGRAM_NAMES } from '#archive/import/base/program-names.ts';
import css from './transfer.module.css';

/** Most common first. */
const PROGRAMS = [
  'chatgpt',
  'claude',
  'gemini',
  'deepseek',
  'grok',
  'openwebui',
  'librechat',
  'lobechat',
  'cherry',
  'chatbox',
  'sillytavern',
  'typingmind',
  'claude-code',
  'pi',
  'openai',
] as const satisfies readonly Source[];

/** For each program, a line on how to export one's history from it. */
export function HowToGet({ open }: { open: boolean }) {
  const t = useT('transfer');
  return (
    <Disclosure summary={t('how.title')} open={open}>
      <dl className={css['how']}>
        <dt>Baton</dt>
        <dd>{t('how.baton')}</dd>
        {PROGRAMS.map((source) => (
          <HowTo key={source} source={source} />
        ))}
      </dl>
    </Disclosure>
  );
}

function HowTo({ source }: { source: (typeof PROGRAMS)[number] }) {
  const t = useT('transfer');
  return (
    <>
      <dt>{PROGRAM_NAMES[source]}</dt>
      <dd>{t(`how.${source}`)}</dd>
    </>
  );
}
