/* oxlint-disable react/no-array-index-key -- the blocks of a diff are identified by their position */
import { useMemo } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useTurns } from '#ui/kit/time/use-turns.ts';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { diffBlocks, type DiffBlock } from './diff-blocks.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './diff-view.module.css';

interface DiffViewProps {
  /** In the format of `diff -u`. */
  diff: string;
  /** A fragment of a text: its position in the full text is unknown. */
  fragment?: boolean;
}

/** More of them are drawn in several turns. */
const BLOCKS_PER_TURN = 300;

const SIGN = { same: ' ', old: '−', new: '+', gap: '' };

/** Removed and added lines, marked by signs and not just by color. */
export function DiffView({ diff, fragment = false }: DiffViewProps) {
  const t = useT('agent');
  const blocks = useMemo(() => diffBlocks(diff), [diff]);
  const turns = useTurns(Math.ceil(blocks.length / BLOCKS_PER_TURN));
  return (
    <ScrollGroup className={css['diff']} label={t('diff.label')}>
      {blocks.slice(0, turns * BLOCKS_PER_TURN).map((block, at) =>
        block.kind === 'gap' ? (
          (at > 0 || !fragment) && (
            <span key={at} className={css['gap']}>
              {fragment ? '⋯' : block.lines.join('\n')}
            </span>
          )
        ) : (
          <Block key={at} {...block} />
        ),
      )}
    </ScrollGroup>
  );
}

function Block({ kind, lines }: DiffBlock) {
  const t = useT('agent');
  const text = lines.map((line) => `${SIGN[kind]} ${visibleText(line).text}`).join('\n');
  if (kind === 'old')
    return (
      <del className={css['old']} aria-label={t('diff.old')}>
        {text}
      </del>
    );
  if (kind === 'new')
    return (
      <ins className={css['new']} aria-label={t('diff.new')}>
        {text}
      </ins>
    );
  return <span className={css['same']}>{text}</span>;
}
