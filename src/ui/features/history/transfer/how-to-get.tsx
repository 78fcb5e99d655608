import type { Source } from '#archive/import/source.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PROGRAMS } from './use-program-name.ts';
import css from './transfer.module.css';

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
      <p className={css['hint']}>{t('how.hidden')}</p>
    </Disclosure>
  );
}

function HowTo({ source }: { source: Source }) {
  const t = useT('transfer');
  return (
    <>
      <dt>{t(`program.${source}`)}</dt>
      <dd>{t(`how.${source}`)}</dd>
    </>
  );
}
