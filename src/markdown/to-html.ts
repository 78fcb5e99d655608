import type { Root, RootContent } from 'hast';
import { renderToString } from 'katex';
import { plainText, type Alert, type Block, type Inline, type ListItem } from './ast.ts';
import { readBlocks } from './block-reader.ts';
import { escapeHtml } from './escape-html.ts';
import { firstOfEach, isFootnote, type Footnote } from './footnotes.ts';
import { highlight, hasGrammar } from './grammars.ts';
import { depthsOf, headingTag } from './heading-levels.ts';
import { languageName } from './language-name.ts';
import { canHighlight, MAX_PROSE_LENGTH } from './limits.ts';
import { mathOptions } from './math-options.ts';
import { vetUrl } from './vet-url.ts';

export interface HtmlTexts {
  taskDone: string;
  taskOpen: string;
  notes: string;
  noteBack: string;
  image: string;
  alerts: Readonly<Record<`title.${Alert}`, string>>;
}

export interface HtmlContext {
  /** Prefix of all ids of this text, unique in the page: letters, digits and hyphens. */
  id: string;
  texts: HtmlTexts;
}

interface Context extends HtmlContext {
  depths: readonly number[];
  /** Number of each note by its label. */
  notes: ReadonlyMap<string, number>;
}

/**
 * Renders Markdown as HTML for a page without scripts and style attributes: raw HTML becomes text, addresses are
 * vetted, images on other servers become links, formulas become MathML. Content that may be wider than the page can be
 * scrolled by keyboard too.
 */
export function toHtml(text: string, place: HtmlContext): string {
  if (text.length > MAX_PROSE_LENGTH) return `<p class="verbatim">${escapeHtml(text)}</p>`;
  const all = readBlocks(text);
  const notes = firstOfEach(all.filter(isFootnote));
  const context: Context = {
    ...place,
    depths: depthsOf(all),
    notes: new Map(notes.map(({ label }, at) => [label, at + 1])),
  };
  return blocks(all, context) + (notes.length > 0 ? noteList(notes, context) : '');
}

const blocks = (nodes: readonly Block[], context: Context): string =>
  nodes.map((node) => block(node, context)).join('');
const inlines = (nodes: readonly Inline[], context: Context): string =>
  nodes.map((node) => inline(node, context)).join('');

function block(node: Block, context: Context): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlines(node.children, context)}</p>`;
    case 'heading': {
      const tag = headingTag(node.depth, context.depths);
      return `<${tag}>${inlines(node.children, context)}</${tag}>`;
    }
    case 'code':
      return code(node.text.endsWith('\n') ? node.text.slice(0, -1) : node.text, node.lang);
    case 'quote':
      return node.alert
        ? `<blockquote class="alert ${node.alert}"><p><strong>${escapeHtml(context.texts.alerts[`title.${node.alert}`])}</strong></p>${blocks(node.children, context)}</blockquote>`
        : `<blockquote>${blocks(node.children, context)}</blockquote>`;
    case 'list': {
      const attribute = node.loose ? '' : ' class="tight"';
      const items = node.items.map((item) => listItem(item, context)).join('');
      return node.ordered ? `<ol start="${node.start}"${attribute}>${items}</ol>` : `<ul${attribute}>${items}</ul>`;
    }
    case 'table':
      return table(node, context);
    case 'math':
      return `<div class="math" tabindex="0">${formula(node.tex, true)}</div>`;
    case 'rule':
      return '<hr>';
    case 'verbatim':
      return `<p class="verbatim">${escapeHtml(node.text)}</p>`;
    case 'footnote':
    default:
      return '';
  }
}

/** Code with its language above it, highlighted where the language is known. */
export function code(text: string, lang = '', name = languageName(lang)): string {
  const label = name === '' ? '' : `<figcaption>${escapeHtml(name)}</figcaption>`;
  const body =
    lang !== '' && canHighlight(text) && hasGrammar(lang) ? coloured(highlight(lang, text)) : escapeHtml(text);
  return `<figure class="code">${label}<pre tabindex="0"><code>${body}</code></pre></figure>`;
}

const coloured = (tree: Root): string => tree.children.map(colouredNode).join('');

/** A highlighter only produces spans and text. Anything else in the tree is left out. */
function colouredNode(node: RootContent): string {
  if (node.type === 'text') return escapeHtml(node.value);
  if (node.type !== 'element') return '';
  const { className } = node.properties;
  const classes = Array.isArray(className) ? escapeHtml(className.join(' ')) : '';
  return `<span class="${classes}">${node.children.map(colouredNode).join('')}</span>`;
}

function listItem({ checked, value, children }: ListItem, context: Context): string {
  if (checked === null) return `<li${value === null ? '' : ` value="${value}"`}>${blocks(children, context)}</li>`;
  const { taskDone, taskOpen } = context.texts;
  const label = escapeHtml(checked ? taskDone : taskOpen);
  return `<li class="task"><span class="check" role="img" aria-label="${label}">${checked ? '☑' : '☐'}</span><div>${blocks(children, context)}</div></li>`;
}

function table({ align, head, rows }: Extract<Block, { type: 'table' }>, context: Context): string {
  const cells = (row: readonly Inline[][], open: string, close: string) =>
    `<tr>${row
      .map((cell, column) => `<${open}${alignment(align[column])}>${inlines(cell, context)}</${close}>`)
      .join('')}</tr>`;
  const body = rows.map((row) => cells(row, 'td', 'td')).join('');
  return `<div class="table" tabindex="0"><table><thead>${cells(head, 'th scope="col"', 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

const alignment = (align: string | null | undefined): string =>
  align === 'center' ? ' class="center"' : align === 'right' ? ' class="right"' : '';

function inline(node: Inline, context: Context): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.text);
    case 'strong':
    case 'em':
    case 'del':
      return `<${node.type}>${inlines(node.children, context)}</${node.type}>`;
    case 'code':
      return `<code>${escapeHtml(node.text)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return link(node.href, node.title, inlines(node.children, context), plainText(node.children) === node.href);
    case 'image':
      return image(node.href, node.alt, context);
    case 'math':
      return node.display
        ? `<span class="math" tabindex="0">${formula(node.tex, true)}</span>`
        : formula(node.tex, false);
    case 'footnote':
    default:
      return reference(node.label, context);
  }
}

/** `isAddress`: its text is its address, so print does not repeat the address. */
function link(href: string, title: string | null, content: string, isAddress = false): string {
  const url = vetUrl(href);
  if (!url) return `<span title="${escapeHtml(href)}">${content}</span>`;
  const extra = (title === null ? '' : ` title="${escapeHtml(title)}"`) + (isAddress ? ' data-bare' : '');
  return `<a href="${escapeHtml(url.href)}" target="_blank" rel="noopener noreferrer"${extra}>${content}</a>`;
}

/** Loading the image would reveal to its server what is being read. It is a link with a name instead. */
function image(href: string, alt: string, { texts }: Context): string {
  const name = `${texts.image}${alt === '' ? '' : `: ${alt}`}`;
  return `<span class="image">${link(href, null, escapeHtml(name))}</span>`;
}

/** Style attributes are removed, because the page's policy forbids them. KaTeX escapes every quote in text. */
const STYLE = / style="[^"]*"/g;

function formula(tex: string, display: boolean): string {
  try {
    return renderToString(tex, {
      ...mathOptions(tex),
      throwOnError: true,
      displayMode: display,
      output: 'mathml',
    }).replace(STYLE, '');
  } catch (error) {
    // ParseError, or an error thrown by a formula that is made to overflow.
    if (!(error instanceof Error)) throw error;
    return `<code class="tex" title="${escapeHtml(error.message)}">${escapeHtml(tex)}</code>`;
  }
}

function reference(label: string, { id, notes }: Context): string {
  const number = notes.get(label);
  if (number === undefined) return escapeHtml(`[^${label}]`);
  return `<sup><a id="${id}-r${number}" href="#${id}-n${number}">${escapeHtml(label)}</a></sup>`;
}

function noteList(notes: readonly Footnote[], context: Context): string {
  const { id, texts } = context;
  const items = notes.map((note, at) => {
    const back = `<a class="back" href="#${id}-r${at + 1}" aria-label="${escapeHtml(texts.noteBack)}">↩</a>`;
    return `<div class="note" id="${id}-n${at + 1}"><span class="label">${escapeHtml(note.label)}</span><div>${blocks(note.children, context)}</div>${back}</div>`;
  });
  return `<section class="notes" aria-label="${escapeHtml(texts.notes)}">${items.join('')}</section>`;
}
