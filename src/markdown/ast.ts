/**
 * The nodes that the renderer draws: plain data that `to-blocks.ts` makes from marked's tokens. No HTML, entities
 * decoded, addresses not yet checked. `raw` is the source of a node. Equal `raw` in one document means equal content,
 * so nodes can be reused.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em' | 'del'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'link'; href: string; title: string | null; children: Inline[] }
  | { type: 'image'; href: string; alt: string }
  | { type: 'math'; tex: string; display: boolean }
  | { type: 'footnote'; label: string };

export interface ListItem {
  raw: string;
  /** `null`: not a task. */
  checked: boolean | null;
  /** Its number, where the list doesn't count on from its start. */
  value: number | null;
  children: Block[];
}

/** What GitHub calls an alert: a quote that begins with `[!NOTE]` (GitHub docs, 2026-11). */
export const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type Alert = (typeof ALERTS)[number];

export type Align = 'left' | 'center' | 'right' | null;

export type Block =
  | { type: 'paragraph'; raw: string; children: Inline[] }
  | { type: 'heading'; raw: string; depth: number; children: Inline[] }
  /** `closed` is false until the closing fence arrives. */
  | { type: 'code'; raw: string; lang: string; text: string; closed: boolean }
  | { type: 'quote'; raw: string; alert?: Alert; children: Block[] }
  | { type: 'list'; raw: string; ordered: boolean; start: number; loose: boolean; items: ListItem[] }
  | { type: 'table'; raw: string; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { type: 'math'; raw: string; tex: string }
  | { type: 'rule'; raw: string }
  /** Text shown as written: raw HTML, and content nested too deeply to draw. `beyond`: formatting would take too long. */
  | { type: 'verbatim'; raw: string; text: string; beyond?: boolean }
  | { type: 'footnote'; raw: string; label: string; children: Block[] };

/**
 * Text of inline nodes without marks, for example for a CSV cell or a label. `formula`: what stands for a formula that
 * has commands; absent for its source.
 */
export function plainText(nodes: readonly Inline[], formula?: string): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'code':
          return node.text;
        case 'strong':
        case 'em':
        case 'del':
        case 'link':
          return plainText(node.children, formula);
        case 'break':
          return '\n';
        case 'image':
          return node.alt;
        case 'math':
          return formula !== undefined && node.tex.includes('\\') ? formula : node.tex;
        case 'footnote':
        default:
          return `[${node.label}]`;
      }
    })
    .join('');
}
