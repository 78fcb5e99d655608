import type { MarkedToken, Token, Tokens } from 'marked';
import { type Alert, ALERTS, plainText, type Block, type Inline, type ListItem } from './ast.ts';
import { decodeEntities } from './decode-entities.ts';
import { isFootnoteDef, isFootnoteRef } from './footnote-syntax.ts';
import { MAX_DEPTH } from './limits.ts';
import { isMathToken } from './math-syntax.ts';

const STANDARD = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

const isStandard = (token: Token): token is MarkedToken => STANDARD.has(token.type);

const LINE_BREAK_TAG = /^<br\s*\/?>$/i;

/** Merges adjacent text into one node, so that the page has one text node for each visible run of text. */
function push(nodes: Inline[], node: Inline): void {
  const last = nodes.at(-1);
  if (node.type === 'text' && last?.type === 'text')
    nodes[nodes.length - 1] = { type: 'text', text: last.text + node.text };
  else nodes.push(node);
}

function addInline(nodes: Inline[], token: Token, depth: number): void {
  if (isMathToken(token)) {
    push(nodes, { type: 'math', tex: token.tex, display: token.display });
    return;
  }
  if (isFootnoteRef(token)) {
    push(nodes, { type: 'footnote', label: token.label });
    return;
  }
  if (!isStandard(token) || depth > MAX_DEPTH) {
    push(nodes, { type: 'text', text: token.raw });
    return;
  }
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      push(nodes, { type: token.type, children: toInlines(token.tokens, depth + 1) });
      return;
    case 'codespan':
      push(nodes, { type: 'code', text: token.text });
      return;
    case 'br':
      push(nodes, { type: 'break' });
      return;
    case 'link':
      push(nodes, {
        type: 'link',
        href: token.autolink ? token.href : decodeEntities(token.href),
        title: token.title ? decodeEntities(token.title) : null,
        children: token.autolink ? [{ type: 'text', text: token.text }] : toInlines(token.tokens, depth + 1),
      });
      return;
    case 'image':
      push(nodes, {
        type: 'image',
        href: decodeEntities(token.href),
        alt: token.tokens.length > 0 ? plainText(toInlines(token.tokens, depth + 1)) : decodeEntities(token.text),
      });
      return;
    case 'html':
      push(nodes, LINE_BREAK_TAG.test(token.text) ? { type: 'break' } : { type: 'text', text: token.text });
      return;
    case 'escape':
      push(nodes, { type: 'text', text: token.text });
      return;
    case 'text':
      if (token.tokens) for (const child of token.tokens) addInline(nodes, child, depth + 1);
      else push(nodes, { type: 'text', text: token.escaped ? token.text : decodeEntities(token.text) });
      return;
    case 'checkbox':
      return;
    default:
      push(nodes, { type: 'text', text: token.raw });
  }
}

function toInlines(tokens: readonly Token[] | undefined, depth: number): Inline[] {
  const nodes: Inline[] = [];
  for (const token of tokens ?? []) addInline(nodes, token, depth);
  return nodes;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** An indented block is always complete. A fenced one is when its last line is a closing fence. */
function isClosed(token: Tokens.Code): boolean {
  const fence = FENCE.exec(token.raw)?.[1];
  if (token.codeBlockStyle === 'indented' || !fence) return true;
  const lines = token.raw.trimEnd().split('\n');
  const last = (lines.length > 1 ? (lines.at(-1) ?? '') : '').trim();
  return last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
}

/** True when the text of these tokens ends inside an unclosed fenced block. */
export function endsInOpenFence(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (!last || !isStandard(last)) return last !== undefined && isFootnoteDef(last) && endsInOpenFence(last.tokens);
  if (last.type === 'code') return !isClosed(last);
  if (last.type === 'blockquote') return endsInOpenFence(last.tokens);
  return last.type === 'list' && endsInOpenFence(last.items.at(-1)?.tokens ?? []);
}

const NUMBER = /^\s*(\d{1,9})[.)]/;

/** The numbers as written, unless they count on or one repeats: `1.` before each item is a list to be counted. */
function valuesOf(list: Tokens.List): number[] | null {
  const numbers = list.items.map(({ raw }) => Number(NUMBER.exec(raw)?.[1]));
  const isCounted = numbers.every((number, at) => number === Number(list.start) + at);
  return !list.ordered || isCounted || new Set(numbers).size < numbers.length ? null : numbers;
}

function toItem(token: Tokens.ListItem, value: number | null, depth: number): ListItem {
  return {
    raw: token.raw,
    checked: token.task ? token.checked === true : null,
    value,
    children: toBlocks(token.tokens, depth + 1),
  };
}

function toBlock(token: Token, depth: number): Block | null {
  const { raw } = token;
  if (depth > MAX_DEPTH) return { type: 'verbatim', raw, text: raw };
  if (isMathToken(token)) return { type: 'math', raw, tex: token.tex };
  if (isFootnoteDef(token))
    return { type: 'footnote', raw, label: token.label, children: toBlocks(token.tokens, depth + 1) };
  if (!isStandard(token)) return { type: 'verbatim', raw, text: raw };
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'heading':
      return { type: 'heading', raw, depth: token.depth, children: toInlines(token.tokens, depth) };
    case 'code':
      return { type: 'code', raw, lang: codeLanguage(token.lang), text: token.text, closed: isClosed(token) };
    case 'blockquote':
      return { type: 'quote', raw, ...readAlert(toBlocks(token.tokens, depth + 1)) };
    case 'list': {
      const values = valuesOf(token);
      const items = token.items.map((item, at) => toItem(item, values?.[at] ?? null, depth));
      const start = token.start === '' ? 1 : token.start;
      return { type: 'list', raw, ordered: token.ordered, start, loose: token.loose, items };
    }
    case 'table':
      return {
        type: 'table',
        raw,
        align: token.align,
        head: token.header.map((cell) => toInlines(cell.tokens, depth)),
        rows: token.rows.map((row) => row.map((cell) => toInlines(cell.tokens, depth))),
      };
    case 'hr':
      return { type: 'rule', raw };
    case 'html':
      return LINE_BREAK_TAG.test(token.text.trim()) ? null : { type: 'verbatim', raw, text: token.text.trimEnd() };
    case 'paragraph':
      return { type: 'paragraph', raw, children: toInlines(token.tokens, depth) };
    default:
      return { type: 'paragraph', raw, children: toInlines([token], depth) };
  }
}

const ALERT = /^\[!([a-z]+)\]\s*$/i;

/** Reads the mark of an alert, which is all of a quote's first line and isn't shown. */
function readAlert(children: Block[]): { alert?: Alert; children: Block[] } {
  const [first, ...others] = children;
  if (first?.type !== 'paragraph') return { children };
  const [start, next, ...rest] = first.children;
  const name = start?.type === 'text' ? ALERT.exec(start.text)?.[1]?.toLowerCase() : undefined;
  const alert = ALERTS.find((one) => one === name);
  if (!alert || (next && next.type !== 'break')) return { children };
  return { alert, children: rest.length === 0 ? others : [{ ...first, children: rest }, ...others] };
}

/** First word of the info string: `ts title="a.ts"` is `ts`. */
const codeLanguage = (info: string | undefined): string => (/^[^\s{,]+/.exec(info ?? '')?.[0] ?? '').toLowerCase();

export function toBlocks(tokens: readonly Token[], depth = 0): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    const block = toBlock(token, depth);
    if (block) blocks.push(block);
  }
  return blocks;
}
