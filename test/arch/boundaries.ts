import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORBIDDEN, findForbidden } from './forbidden.ts';
import { LAYERS } from './layers.ts';
import { readSources, type SourceFile } from './source-graph.ts';

export interface Violation {
  rule: string;
  path: string;
  line: number;
  message: string;
}

/** Maximum lines of a file, tests included. A longer file needs an entry here, and entries may only shrink. */
export const LINE_BUDGET = 400;
const LINE_ALLOWANCE: ReadonlyMap<string, number> = new Map([]);

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

function checkLayers(file: SourceFile): Violation[] {
  const layer = LAYERS.find((one) => one.from.test(file.path));
  if (!layer)
    return [{ rule: 'layer', path: file.path, line: 1, message: 'belongs to no layer of test/arch/layers.ts' }];
  return file.imports
    .filter((one) => {
      const allowed = one.target === null ? layer.packages : layer.own;
      const type = one.typeOnly && one.target === null && one.specifier === 'electron';
      const [own, other] = [file.path, one.target ?? ''].map((path) => layer.apart?.exec(path)?.[1]);
      const isApart = other !== undefined && other !== own;
      return !type && (isApart || !allowed.some((pattern) => pattern.test(one.target ?? one.specifier)));
    })
    .map((one) => ({
      rule: 'layer',
      path: file.path,
      line: lineOf(file.text, Math.max(0, file.text.indexOf(one.specifier))),
      message: `${layer.name} must not import ${one.specifier}`,
    }));
}

function checkForbidden(file: SourceFile): Violation[] {
  const rows = FORBIDDEN.filter((row) => row.in.test(file.path) && !row.except?.test(file.path));
  const imported = file.imports
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ specifier }) =>
      rows
        .filter((row) => row.imports?.test(specifier))
        .map(({ rule, why }) => ({ rule, why, at: Math.max(0, file.text.indexOf(specifier)) })),
    );
  return [...findForbidden(file.program, rows), ...imported].map(({ rule, why, at }) => ({
    rule,
    path: file.path,
    line: lineOf(file.text, at),
    message: why,
  }));
}

function checkLength(file: SourceFile): Violation[] {
  const lines = file.text.split('\n').length - 1;
  const budget = LINE_ALLOWANCE.get(file.path) ?? LINE_BUDGET;
  return lines <= budget
    ? []
    : [{ rule: 'length', path: file.path, line: budget, message: `${lines} lines, budget ${budget}` }];
}

/** Import cycles that exist at run time. Type-only and dynamic imports can't form one. */
function checkCycles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, 'open' | 'done'>();
  const found: Violation[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const file = byPath.get(path);
    if (!file || state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      const cycle = [...trail.slice(trail.indexOf(path)), path];
      found.push({ rule: 'cycle', path, line: 1, message: cycle.join(' -> ') });
      return;
    }
    state.set(path, 'open');
    for (const one of file.imports)
      if (one.target && !one.typeOnly && !one.dynamic) visit(one.target, [...trail, path]);
    state.set(path, 'done');
  };
  for (const file of files) visit(file.path, []);
  return found;
}

/** Folders that contain the path, the innermost last. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/**
 * Cycles between the parts of one folder, by imports of any kind. Each subfolder is a part; the files directly in the
 * folder are one part together.
 */
function checkFolders(files: readonly SourceFile[]): Violation[] {
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const { path, imports } of files)
    for (const { target } of imports) {
      if (target === null) continue;
      const above = foldersOf(target);
      const folder = foldersOf(path).findLast((one) => above.includes(one));
      if (folder === undefined) continue;
      const [from, to] = [path, target].map((one) => partOf(folder, one)) as [string, string];
      if (from === to) continue;
      const graph = graphs.get(folder) ?? new Map<string, Map<string, string>>();
      const existing = graph.get(from) ?? new Map<string, string>();
      graphs.set(folder, graph.set(from, existing.set(to, path)));
    }
  return [...graphs].flatMap(([folder, graph]) => {
    const cycle = findCycle(graph);
    if (!cycle) return [];
    const [first = '', second = ''] = cycle;
    return {
      rule: 'folder-cycle',
      path: graph.get(first)?.get(second) ?? folder,
      line: 1,
      message: `parts of ${folder} import each other in a cycle: ${cycle.join(' -> ')}`,
    };
  });
}

function partOf(folder: string, path: string): string {
  const rest = path.slice(folder.length + 1).split('/');
  return rest.length > 1 ? (rest[0] ?? '') : '.';
}

/** One cycle, its first part repeated at the end; `null` if there is none. */
function findCycle(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[] | null {
  const done = new Set<string>();
  const visit = (part: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(part)) return [...trail.slice(trail.indexOf(part)), part];
    if (done.has(part)) return null;
    for (const next of graph.get(part)?.keys() ?? []) {
      const cycle = visit(next, [...trail, part]);
      if (cycle) return cycle;
    }
    done.add(part);
    return null;
  };
  for (const part of graph.keys()) {
    const cycle = visit(part, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Declarations that name a side of the screen instead of the start or the end of the line. */
const PHYSICAL_SIDE =
  /(?<=[{;\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[a-z-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?<=[{;\s])(?:float|clear|text-align)\s*:\s*(?:left|right)\b/g;
/** Four values go around the box; where the second and the fourth differ, they are sides. */
const FOUR_VALUES =
  /(?<=[{;\s])(?:margin|padding|inset|border-width)\s*:\s*((?:[\w.%-]|\((?:[^()]|\([^()]*\))*\))+)\s+((?:[\w.%-]|\((?:[^()]|\([^()]*\))*\))+)\s+((?:[\w.%-]|\((?:[^()]|\([^()]*\))*\))+)\s+((?:[\w.%-]|\((?:[^()]|\([^()]*\))*\))+)\s*;/g;

/** Whatever comes before: with it, each element that is added makes the browser restyle all that is beside it. */
const ANY_SIBLING = /(?<=[{}>,\s])\*\s*[+~]/g;

function checkStyles(root: string): Violation[] {
  return globSync('src/**/*.css', { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, (comment) =>
      comment.replaceAll(/[^\n]/g, ' '),
    );
    const siblings = [...text.matchAll(ANY_SIBLING)].filter(({ index }) => isSelector(text, index));
    const sides = [...text.matchAll(PHYSICAL_SIDE)];
    const boxes = [...text.matchAll(FOUR_VALUES)].filter(([, , right, , left]) => right !== left);
    const found = (rule: string, message: string, all: readonly { index: number }[]) =>
      all.map(({ index }) => ({ rule, path, line: lineOf(text, index), message }));
    return [
      ...found('no-physical-side', 'say start and end: languages are also written from right to left', [
        ...sides,
        ...boxes,
      ]),
      ...found('no-any-sibling', 'say `:where(:not(:first-child))`: restyles what changed, and not the rest', siblings),
    ];
  });
}

/** And not a product of two lengths. */
function isSelector(text: string, at: number): boolean {
  return /^[^;}]*\{/.test(text.slice(at));
}

/** Checks every boundary, forbidden construct and budget, and finds every cycle in the product's code below `root`. */
export function checkBoundaries(root: string): Violation[] {
  const files = readSources(root, ['src', 'electron']);
  if (files.length === 0) throw new Error(`no sources below ${root}`);
  return [
    ...files.flatMap((file) => [...checkLayers(file), ...checkForbidden(file), ...checkLength(file)]),
    ...checkCycles(files),
    ...checkFolders(files),
    ...checkStyles(root),
  ];
}
