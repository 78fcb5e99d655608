/* oxlint-disable react/no-array-index-key -- the value never changes while it is shown */
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { hintOf, isSmall, showString } from './json-lines.ts';
import css from './json-view.module.css';

/** Values up to this size aren't foldable. */
const SMALL = 240;
/** Up to this size everything starts unfolded; above it, only the outline. */
const READABLE = 24_000;
const OPEN = 3;

/**
 * JSON as it is sent, foldable. Everything is in the document, so that the browser's search finds and unfolds it.
 * Content out of view isn't laid out.
 */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls with the keyboard
    <section className={css['view']} aria-label={label} tabIndex={0}>
      <Node
        name={null}
        value={value}
        depth={0}
        open={isSmall(value, READABLE) ? Number.POSITIVE_INFINITY : OPEN}
        last
      />
    </section>
  );
}

interface NodeProps {
  name: string | null;
  value: unknown;
  depth: number;
  /** Folds above this depth start open. */
  open: number;
  last: boolean;
}

function Node({ name, value, depth, open, last }: NodeProps) {
  const comma = last ? '' : ',';
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={css['line']}>
        <Name name={name} />
        <Leaf value={value} />
        {comma}
      </div>
    );
  }
  const entries = Object.entries(value);
  const list = Array.isArray(value);
  const [begin, end] = list ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div className={css['line']}>
        <Name name={name} />
        {begin}
        {end}
        {comma}
      </div>
    );
  }
  const inside = (
    <div className={css['inside']}>
      {entries.map(([key, item], at) => (
        <Node
          key={key}
          name={list ? null : key}
          value={item}
          depth={depth + 1}
          open={open}
          last={at === entries.length - 1}
        />
      ))}
    </div>
  );
  const close = (
    <div className={css['line']}>
      {end}
      {comma}
    </div>
  );
  if (depth > 0 && isSmall(value, SMALL)) {
    return (
      <div className={css['node']}>
        <div className={css['line']}>
          <Name name={name} />
          {begin}
        </div>
        {inside}
        {close}
      </div>
    );
  }
  return (
    <details className={css['node']} open={depth < open}>
      <summary className={css['summary']}>
        <Name name={name} />
        {begin}
        <span className={css['folded']}>{` ${hintOf(value)} … ${end}${comma}`}</span>
      </summary>
      {inside}
      {close}
    </details>
  );
}

function Name({ name }: { name: string | null }) {
  return name === null ? null : (
    <>
      <span className={css['name']}>{JSON.stringify(name)}</span>:{' '}
    </>
  );
}

function Leaf({ value }: { value: unknown }) {
  const t = useT('report');
  if (typeof value !== 'string') return <span className={css['atom']}>{JSON.stringify(value)}</span>;
  const { pieces, hidden } = showString(value);
  return (
    <>
      {pieces.length === 1 ? (
        <span className={css['string']}>{pieces[0]}</span>
      ) : (
        pieces.map((piece, at) => (
          <span key={at} className={css['piece']}>
            {piece}
          </span>
        ))
      )}
      {hidden > 0 && <span className={css['hidden']}>{t('request.hidden', { count: formatTokens(hidden) })}</span>}
    </>
  );
}
