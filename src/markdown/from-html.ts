import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Element, Root, RootContent } from 'hast';

export type Nodes = Root | RootContent;

/** Elements whose content isn't text. */
const SILENT = /^(script|style|template|head|title|noscript|svg|iframe|object|embed)$/;

/** Deeper than any real answer; the conversion is recursive. */
const MAX_DEPTH = 200;

export function parseHtml(html: string): Root {
  // The parser is recursive too, but can go much deeper.
  const flat = nestingOf(html) > 5 * MAX_DEPTH ? html.replaceAll(/<[^<>]*>/g, ' ') : html;
  return fromHtml(flat, { fragment: true });
}

/** Upper bound of the nesting depth, computed before anything is parsed. */
function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (closing) depth = Math.max(0, depth - 1);
    else if (!/^(br|hr|img|wbr|col|input)$/i.test(name)) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

/** Converts HTML to Markdown. Nothing runs or is fetched: links to the web stay links, and images become links. */
export const htmlToMarkdown = (html: string): string => treeToMarkdown(parseHtml(html));

/** Converts parsed HTML to Markdown. */
export function treeToMarkdown(root: Root): string {
  if (depthOf(root) > MAX_DEPTH) return htmlText(root);
  const said = toMarkdown(toMdast(harmless(root)), {
    bullet: '-',
    rule: '-',
    extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()],
    // A backslash at the end of a line is valid Markdown too, but looks odd to readers.
    handlers: { break: (_node, _parent, state) => (state.stack.includes('tableCell') ? ' ' : '  \n') },
  });
  return said.trim();
}

/** The text alone, in order. */
export function htmlText(root: Nodes): string {
  const texts: string[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'text') texts.push(node.value);
    else if (node.type === 'element' && node.tagName === 'br') texts.push('\n');
    else if ('children' in node && !(node.type === 'element' && SILENT.test(node.tagName)))
      for (const child of node.children.toReversed()) open.push(child);
  }
  return texts.join('').trim();
}

function depthOf(root: Root): number {
  let deepest = 0;
  const open: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    if ('children' in node) for (const child of node.children) open.push({ node: child, depth: depth + 1 });
  }
  return deepest;
}

function harmless<T extends Root | Element>(parent: T): T {
  const children = parent.children.flatMap((node): RootContent[] => {
    if (node.type === 'comment' || node.type === 'doctype') return [];
    if (node.type !== 'element') return [node];
    if (SILENT.test(node.tagName)) return [];
    const inside = harmless(node);
    if (node.tagName === 'a') return isWeb(node.properties['href']) ? [inside] : inside.children;
    if (node.tagName !== 'img') return [inside];
    const { src, alt } = node.properties;
    const named = typeof alt === 'string' ? alt : '';
    if (!isWeb(src)) return [{ type: 'text', value: named }];
    const text = { type: 'text' as const, value: named || 'image' };
    return [{ type: 'element', tagName: 'a', properties: { href: src }, children: [text] }];
  });
  return { ...parent, children };
}

const isWeb = (address: unknown): address is string =>
  typeof address === 'string' && /^(https?:|mailto:)/i.test(address);
