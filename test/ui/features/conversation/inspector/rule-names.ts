import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type Expression } from 'oxc-parser';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** Every rule name that the engine, and what reads for it, can write into a compile report, with the file that writes it. */
export function findRuleNames(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(['src/core/{normalize,window}/**/*.ts', 'src/flows/request/*.ts'], { cwd: root })) {
    const { program } = parseSync(file, readFileSync(`${root}${file}`, 'utf8'));
    new Visitor({
      CallExpression({ callee, arguments: [rule] }) {
        if (!isNote(callee) || !rule || rule.type === 'SpreadElement') return;
        const names = literalsOf(rule);
        if (names.length === 0) found.set(`a name that is not written out in ${file}`, file);
        for (const one of names) found.set(one, file);
      },
    }).visit(program);
  }
  return found;
}

/** `note(…)` or `notes.add(…)`. */
function isNote(callee: Expression): boolean {
  if (nameOf(callee) === 'note') return true;
  return callee.type === 'MemberExpression' && nameOf(callee) === 'add' && nameOf(callee.object) === 'notes';
}

function nameOf(expression: Expression): string {
  if (expression.type === 'Identifier') return expression.name;
  return expression.type === 'MemberExpression' && !expression.computed ? expression.property.name : '';
}

function literalsOf(expression: Expression): string[] {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? [expression.value] : [];
  if (expression.type === 'ConditionalExpression')
    return [...literalsOf(expression.consequent), ...literalsOf(expression.alternate)];
  // `${kind}-to-placeholder` stands for every name with that ending.
  if (expression.type === 'TemplateLiteral') return [expression.quasis.map(({ value }) => value.raw).join('*')];
  return [];
}
