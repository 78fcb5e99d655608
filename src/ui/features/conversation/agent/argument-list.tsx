import { useMemo } from 'react';
import { touchedPath } from '#core/reliability/touched-path.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { DiffView } from './diff-view.tsx';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { PlainLines } from '#ui/shared/markdown/plain-lines.tsx';
import text from '#ui/kit/controls/text.module.css';
import css from './argument-list.module.css';

const LONG_LINES = 12;
const LONG_CHARACTERS = 1200;

type Args = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));

/**
 * Every argument in full, with nothing shortened or hidden. An edit by Baton's own tool is shown as a diff: what both texts
 * have in common changes nothing there. To a server, it may be all that is sent.
 */
export function ArgumentList({ tool, args }: { tool: string; args: Args }) {
  const t = useT('agent');
  const names = Object.keys(args);
  if (names.length === 0) return <p className={text['quiet']}>{t('args.none')}</p>;
  const { old_text: before, new_text: after } = args;
  const isEdit = touchedPath(tool, args) !== null && typeof before === 'string' && typeof after === 'string';
  const change = isEdit ? { before, after } : null;
  const plain = names.filter((name) => !change || (name !== 'old_text' && name !== 'new_text'));
  const hidden = names.some((name) => visibleText(name).hidden || visibleText(textOf(args[name])).hidden);
  return (
    <>
      <dl className={css['args']}>
        {plain.map((name) => (
          <Argument key={name} name={visibleText(name).text} value={visibleText(textOf(args[name])).text} />
        ))}
        {change && <Change {...change} path={typeof args['path'] === 'string' ? args['path'] : ''} />}
      </dl>
      {hidden && <p className={text['warn']}>{t('args.hidden')}</p>}
    </>
  );
}

function Argument({ name, value }: { name: string; value: string }) {
  const t = useT('agent');
  const lines = value.split('\n').length;
  if (lines > LONG_LINES || value.length > LONG_CHARACTERS) {
    return (
      <div className={css['arg']}>
        <dt className="visually-hidden">{name}</dt>
        <dd>
          <Disclosure open summary={t('args.long', { name, count: lines })}>
            <pre>
              <PlainLines text={value} />
            </pre>
          </Disclosure>
        </dd>
      </div>
    );
  }
  return (
    <div className={css['arg']}>
      <dt>{name}</dt>
      <dd>
        <pre>{value === '' ? '""' : value}</pre>
      </dd>
    </div>
  );
}

/** Both as one diff; a text replaced by itself shows nothing. */
function Change({ before, after, path }: { before: string; after: string; path: string }) {
  const t = useT('agent');
  const diff = useMemo(() => {
    // Fragments of a text have no line break at the end, which isn't a difference.
    const end = before.endsWith('\n') || after.endsWith('\n') ? '' : '\n';
    return unifiedDiff('', before + end, after + end);
  }, [before, after]);
  return (
    <div className={css['arg']}>
      <dt>{t('diff.label')}</dt>
      <dd>{diff === '' ? <pre>{t('diff.none')}</pre> : <DiffView diff={diff} path={path} fragment />}</dd>
    </div>
  );
}
