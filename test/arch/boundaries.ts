import { FORBIDDEN, findForbidden } from './forbidden.ts';
import { LAYERS } from './layers.ts';
import { readSources, type SourceFile } from './source-graph.ts';

export interface Violation {
  rule: string;
  path: string;
  line: number;
  message: string;
}

/** Lines of one file, tests included; a longer one needs its entry here, and entries may only shrink. */
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
      return !type && !allowed.some((pattern) => pattern.test(one.target ?? one.specifier));
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

/** Cycles of imports that exist at run time; type-only and dynamic imports cannot form one. */
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

/** Every boundary, forbidden construct, budget and cycle of the product's code below `root`. */
export function checkBoundaries(root: string): Violation[] {
  const files = readSources(root, ['src', 'electron']);
  if (files.length === 0) throw new Error(`no sources below ${root}`);
  return [
    ...files.flatMap((file) => [...checkLayers(file), ...checkForbidden(file), ...checkLength(file)]),
    ...checkCycles(files),
  ];
}
