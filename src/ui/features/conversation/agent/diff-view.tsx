/* oxlint-disable react/no-array-index-key -- the blocks and lines of a diff are identified by their position */
import type { RootContent } from 'hast';
import { useMemo, useState } from 'react';
import { languageOfFile } from '#markdown/language-of-file.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useTurns } from '#ui/kit/time/use-turns.ts';
import { colorLines } from '#ui/shared/markdown/color-lines.ts';
import { hastElements } from '#ui/shared/markdown/hast-elements.tsx';
import { useHighlight } from '#ui/shared/markdown/highlight-code.ts';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { cutBlocks, diffBlocks, lineCount, pathOfDiff, type DiffBlock } from './diff-blocks.ts';
import css from './diff-view.module.css';

interface DiffViewProps {
  /** In the format of `diff -u`. */
  diff: string;
  /** A fragment of a text: its position in the full text is unknown. It is shown whole. */
  fragment?: boolean;
  /** The file, for its colors. Otherwise the diff names it. */
  path?: string;
}

/** More of them are drawn in several turns. */
const BLOCKS_PER_TURN = 300;
/** A longer diff is cut at first, and has no colors. */
const RICH_LINES = 400;

const SIGN = { same: ' ', old: '−', new: '+', gap: '' };

/** Removed and added lines, marked by signs and not just by color. */
export function DiffView({ diff, fragment = false, path }: DiffViewProps) {
  const t = useT('agent');
  const [whole, setWhole] = useState(fragment);
  const all = useMemo(
    () =>
      diffBlocks(diff).map(({ lines, ...block }) => ({ ...block, lines: lines.map((line) => visibleText(line).text) })),
    [diff],
  );
  const count = useMemo(() => lineCount(all), [all]);
  const blocks = useMemo(() => (whole ? all : cutBlocks(all, RICH_LINES)), [all, whole]);
  const isRich = !whole || count <= RICH_LINES;
  const colors = useColors(blocks, isRich ? languageOfFile(path ?? pathOfDiff(diff) ?? '') : '');
  const turns = useTurns(Math.ceil(blocks.length / BLOCKS_PER_TURN));
  return (
    <>
      <ScrollGroup className={css['diff']} label={t('diff.label')}>
        {blocks.slice(0, turns * BLOCKS_PER_TURN).map((block, at) =>
          block.kind === 'gap' ? (
            (at > 0 || !fragment) && (
              <span key={at} className={css['gap']}>
                {fragment ? '⋯' : block.lines.join('\n')}
              </span>
            )
          ) : (
            <Block key={at} {...block} colors={colors?.get(block) ?? null} />
          ),
        )}
      </ScrollGroup>
      {!whole && count > RICH_LINES && (
        <Button small variant="quiet" onClick={() => setWhole(true)}>
          {t('diff.all', { count })}
        </Button>
      )}
    </>
  );
}

type Colors = ReadonlyMap<DiffBlock, readonly RootContent[][]>;

/** Both sides are highlighted as texts of their own, so that each line has the colors that it has in its file. */
function useColors(blocks: readonly DiffBlock[], language: string): Colors | null {
  const before = useSide(blocks, 'old', language);
  const after = useSide(blocks, 'new', language);
  return useMemo(() => before && after && new Map([...before, ...after]), [before, after]);
}

function useSide(blocks: readonly DiffBlock[], side: 'old' | 'new', language: string): Colors | null {
  const own = useMemo(() => blocks.filter(({ kind }) => kind === 'same' || kind === side), [blocks, side]);
  const text = useMemo(() => own.flatMap(({ lines }) => lines).join('\n'), [own]);
  const parts = useHighlight(language, text, true);
  return useMemo(() => {
    // A side without lines has all its colors.
    if (!parts) return text === '' ? new Map() : null;
    const lines = colorLines(parts);
    let from = 0;
    return new Map(own.map((block) => [block, lines.slice(from, (from += block.lines.length))]));
  }, [parts, own, text]);
}

function Block({ kind, lines, colors }: DiffBlock & { colors: readonly RootContent[][] | null }) {
  const t = useT('agent');
  const content = colors
    ? lines.map((line, at) => (
        <span key={at}>
          <span className={css['sign']}>{SIGN[kind]} </span>
          {hastElements(colors[at] ?? [{ type: 'text', value: line }])}
          {at < lines.length - 1 && '\n'}
        </span>
      ))
    : lines.map((line) => `${SIGN[kind]} ${line}`).join('\n');
  const colored = colors !== null || undefined;
  if (kind === 'old')
    return (
      <del className={css['old']} data-colored={colored} aria-label={t('diff.old')}>
        {content}
      </del>
    );
  if (kind === 'new')
    return (
      <ins className={css['new']} data-colored={colored} aria-label={t('diff.new')}>
        {content}
      </ins>
    );
  return (
    <span className={css['same']} data-colored={colored}>
      {content}
    </span>
  );
}
