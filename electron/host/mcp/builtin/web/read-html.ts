import type { Element, Root, RootContent } from 'hast';
import { htmlText, parseHtml, treeToMarkdown } from '#markdown/from-html.ts';

/** Around what a page is about. */
const AROUND = /^(nav|header|footer|aside|form|button|dialog|menu)$/;
const AROUND_ROLE = /^(navigation|banner|contentinfo|search|complementary|dialog|menu)$/;
/** Less than this is a teaser, not what the page is about. */
const MIN_MAIN = 200;

export function pageTitle(html: string): string {
  const inside = /<title[^>]*>([^<]{0,1000})/i.exec(html)?.[1] ?? '';
  return htmlText(parseHtml(inside)).replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** What a page is about, as Markdown: its main part where it says which one that is. Links are whole addresses. */
export function readHtml(html: string, base: URL): string {
  const root = parseHtml(html);
  absolute(root, base);
  const main = mainOf(root);
  return treeToMarkdown(main ?? withoutAround(root));
}

function mainOf(root: Root): Root | null {
  for (const fits of [isMain, isArticle]) {
    const found = find(root, fits);
    const children = found.flatMap((element) => withoutAround({ type: 'root', children: element.children }).children);
    const part: Root = { type: 'root', children };
    if (htmlText(part).length >= MIN_MAIN) return part;
  }
  return null;
}

const isMain = ({ tagName, properties }: Element): boolean => tagName === 'main' || properties['role'] === 'main';
const isArticle = ({ tagName }: Element): boolean => tagName === 'article';

/** The outermost ones, in the order of the page. */
function find(root: Root, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const open: RootContent[] = root.children.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type !== 'element') continue;
    if (fits(node)) found.push(node);
    else open.push(...node.children.toReversed());
  }
  return found;
}

function withoutAround<T extends Root | Element>(parent: T): T {
  const children = parent.children.flatMap((node): RootContent[] => {
    if (node.type !== 'element') return [node];
    return isAround(node) ? [] : [withoutAround(node)];
  });
  return { ...parent, children };
}

function isAround({ tagName, properties }: Element): boolean {
  const { role, hidden, ariaHidden } = properties;
  if (hidden === true || hidden === '' || ariaHidden === 'true') return true;
  return AROUND.test(tagName) || (typeof role === 'string' && AROUND_ROLE.test(role));
}

function absolute(root: Root, base: URL): void {
  const open: (Root | RootContent)[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'element')
      for (const name of ['href', 'src']) {
        const value = node.properties[name];
        if (typeof value === 'string') node.properties[name] = URL.parse(value, base.href)?.href ?? value;
      }
    if ('children' in node) open.push(...node.children);
  }
}
