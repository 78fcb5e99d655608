import { Parser } from 'htmlparser2';

/** A drawing that is cheap enough to be drawn without being asked for, and its size in pixels where it names one. */
export interface CheapDrawing {
  width: number;
  height: number;
  /** It can be drawn at any size. */
  scales: boolean;
}

/** Longer ones are drawn when the user asks for them. */
const MAX_LENGTH = 400_000;
/** Elements that are drawn, each as often as something refers to it. */
const MAX_DRAWN = 20_000;
/** Filters whose cost doesn't hang on what they are told. */
const CHEAP_FILTERS = new Set(
  'blend colormatrix componenttransfer composite dropshadow flood funca funcb funcg funcr gaussianblur merge mergenode offset'
    .split(' ')
    .map((name) => `fe${name}`),
);

interface Shape {
  name: string;
  children: Shape[];
  refers: string[];
  /** Elements that are drawn for it; `null` while that is being counted. */
  cost?: number | null;
}

/** A style can refer from any element to any other, so only to what refers no further. */
const FLAT = new Set(['filter', 'lineargradient', 'radialgradient']);

const LOCAL = /url\(\s*['"]?#([^'")\s]+)/gi;
const referredIn = (value: string): string[] => [...value.matchAll(LOCAL)].map(([, id = '']) => id);

function costOf(shape: Shape, named: ReadonlyMap<string, Shape>): number {
  if (shape.cost === null) return Infinity;
  if (shape.cost !== undefined) return shape.cost;
  shape.cost = null;
  let cost = 1;
  for (const child of shape.children) cost += costOf(child, named);
  for (const id of shape.refers) {
    const target = named.get(id);
    if (target) cost += costOf(target, named);
  }
  shape.cost = cost;
  return cost;
}

const pixels = (value: string | undefined): number | null =>
  value !== undefined && /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : null;

function sizeOf({ width, height, viewbox }: Readonly<Record<string, string>>): CheapDrawing {
  const [, , boxWidth = 0, boxHeight = 0] = (viewbox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxHeight / boxWidth : null;
  const scales = ratio !== null;
  const [wide, high] = [pixels(width), pixels(height)];
  if (wide && high) return { width: wide, height: high, scales };
  if (ratio === null) return { width: wide ?? 300, height: high ?? 150, scales };
  if (wide) return { width: wide, height: wide * ratio, scales };
  return high ? { width: high / ratio, height: high, scales } : { width: boxWidth, height: boxHeight, scales };
}

/**
 * What a drawing costs, counted without drawing it: a few kilobytes of nested references take a browser minutes. `null`
 * for one that is no drawing or may be expensive.
 */
export function cheapDrawing(svg: string): CheapDrawing | null {
  if (svg.length > MAX_LENGTH || /<!ENTITY/i.test(svg)) return null;
  const top: Shape = { name: '', children: [], refers: [] };
  const open: Shape[] = [top];
  const named = new Map<string, Shape>();
  let [dear, styled, count, deep] = [false, false, 0, 0];
  let size: CheapDrawing | null = null;
  let style = '';
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase();
        if (name === 'svg') size ??= sizeOf(attributes);
        if (name === 'style') styled = true;
        if (name.startsWith('fe') && !CHEAP_FILTERS.has(name)) dear = true;
        count += 1;
        const shape: Shape = { name, children: [], refers: Object.values(attributes).flatMap(referredIn) };
        const link = attributes['href'] ?? attributes['xlink:href'];
        if (link?.startsWith('#') && name !== 'a') shape.refers.push(link.slice(1));
        const { id } = attributes;
        if (id !== undefined && !named.has(id)) named.set(id, shape);
        open.at(-1)?.children.push(shape);
        open.push(shape);
        deep = Math.max(deep, open.length);
        if (count > MAX_DRAWN || deep > 500) parser.pause();
      },
      ontext(text) {
        if (styled) style += text;
      },
      onclosetag(name) {
        if (name === 'style') styled = false;
        if (open.length > 1) open.pop();
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true, decodeEntities: true },
  );
  parser.write(svg);
  if (referredIn(style).some((id) => !FLAT.has(named.get(id)?.name ?? 'filter'))) dear = true;
  if (dear || count > MAX_DRAWN || deep > 500 || costOf(top, named) > MAX_DRAWN) return null;
  return size;
}
