/* oxlint-disable react/no-array-index-key -- the nodes of a text are identified by their position */
import { Square, SquareCheckBig } from 'lucide-react';
import { createElement, memo, use, type CSSProperties, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Block, ListItem } from '#markdown/ast.ts';
import { AsWritten } from './as-written.tsx';
import { CodeBlock } from './code-block.tsx';
import { HeadingDepthsContext } from './heading-depths-context.ts';
import { headingTag } from '#markdown/heading-levels.ts';
import { Inlines } from './inlines.tsx';
import { Formula } from './math.tsx';
import { Quote } from './quote.tsx';
import { TableBlock } from './table-block.tsx';
import css from './markdown.module.css';

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  const tag = headingTag(depth, use(HeadingDepthsContext));
  return createElement(tag, { className: css['heading'], 'data-depth': depth }, children);
}

const Item = memo(function Item({ item, path }: { item: ListItem; path: string }) {
  const t = useT('chat');
  if (item.checked === null)
    return (
      <li value={item.value ?? undefined}>
        <Blocks blocks={item.children} path={path} />
      </li>
    );
  const Icon = item.checked ? SquareCheckBig : Square;
  return (
    <li className={css['task']} data-done={item.checked || undefined}>
      <Icon className={css['check']} aria-hidden />
      <span className="visually-hidden">{item.checked ? t('task.done') : t('task.open')}: </span>
      <div>
        <Blocks blocks={item.children} path={path} />
      </div>
    </li>
  );
});

/** Room for numbers with more digits than fit beside every list; `undefined` when there are none. */
function roomFor({ start, items }: Extract<Block, { type: 'list' }>): CSSProperties | undefined {
  const largest = items.reduce((most, { value }, at) => Math.max(most, value ?? start + at), 0);
  const digits = String(largest).length;
  return digits > 2 ? { paddingInlineStart: `calc(${digits}ch + 0.8em)` } : undefined;
}

function List({ list, path }: { list: Extract<Block, { type: 'list' }>; path: string }) {
  const items = list.items.map((item, at) => <Item key={at} item={item} path={`${path}.${at}`} />);
  const className = list.loose ? css['list'] : `${css['list']} ${css['tight']}`;
  return list.ordered ? (
    <ol className={className} start={list.start} style={roomFor(list)}>
      {items}
    </ol>
  ) : (
    <ul className={className}>{items}</ul>
  );
}

const BlockView = memo(function BlockView({ block, path }: { block: Block; path: string }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={block.children} />
        </p>
      );
    case 'heading':
      return (
        <Heading depth={block.depth}>
          <Inlines nodes={block.children} />
        </Heading>
      );
    case 'code':
      return <CodeBlock lang={block.lang} text={block.text} closed={block.closed} path={path} />;
    case 'quote':
      return (
        <Quote alert={block.alert}>
          <Blocks blocks={block.children} path={path} />
        </Quote>
      );
    case 'list':
      return <List list={block} path={path} />;
    case 'table':
      return <TableBlock table={block} />;
    case 'math':
      return <Formula tex={block.tex} display />;
    case 'rule':
      return <hr className={css['rule']} />;
    case 'verbatim':
      return block.beyond ? <AsWritten text={block.text} /> : <p className={css['verbatim']}>{block.text}</p>;
    case 'footnote':
    default:
      return null;
  }
});

/** Blocks are keyed by position: a growing text only adds to its end. */
export function Blocks({ blocks, path }: { blocks: readonly Block[]; path: string }): ReactNode {
  return blocks.map((block, at) => <BlockView key={at} block={block} path={`${path}.${at}`} />);
}
