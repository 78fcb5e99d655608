import { array, assert, constantFrom, nat, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentSyntax } from '#core/reliability/comment-syntax.ts';
import { findLeftoverComments } from '#core/reliability/leftover-comments.ts';
import { commentReader } from '#core/reliability/read-comments.ts';
import { unifiedDiff } from '#core/unified-diff.ts';

const written = (path: string, after: string, before: string | null = null) =>
  findLeftoverComments(`Created ${path}.\n${unifiedDiff(path, before, after)}`).map(
    ({ line, kind }) => `${line} ${kind}`,
  );

describe('leftover comments', () => {
  it.each([
    ['a.ts', '// TODO: handle errors', 'unfinished'],
    ['a.ts', 'run(); // FIXME later', 'unfinished'],
    ['a.ts', '/* XXX */ run();', 'unfinished'],
    ['a.ts', '/** @todo: write this */', 'unfinished'],
    ['a.ts', '// in a hurry, TODO(kim): undo', 'unfinished'],
    ['a.py', 'x = 1  # todo: name it', 'unfinished'],
    ['a.rs', "fn f<'a>(x: &'a str) {} // TODO", 'unfinished'],
    ['q.sql', 'select 1; -- TODO: index', 'unfinished'],
    ['a.lua', '--[[ FIXME ]]', 'unfinished'],
    ['a.html', '<p><!-- TODO: words --></p>', 'unfinished'],
    ['a.md', '<!-- TODO: write this -->', 'unfinished'],
    ['Dockerfile', '# TODO: pin the version', 'unfinished'],
    ['dir/Makefile', 'all: # FIXME', 'unfinished'],
    ['a.css', '/* HACK: for one browser */', 'unfinished'],
    ['a.tex', 'text % TODO cite', 'unfinished'],
    ['a.ts', '// ... existing code ...', 'stand_in'],
    ['a.ts', '// … rest of the function', 'stand_in'],
    ['a.py', '# your code here', 'stand_in'],
    ['a.go', '// implement me', 'stand_in'],
    ['a.ts', '// const old = compute(value);', 'commented_out'],
    ['a.ts', '// if (ready) {', 'commented_out'],
    ['a.ts', "// import { a } from 'b'", 'commented_out'],
    ['a.ts', '// console.log(value)', 'commented_out'],
    ['a.tsx', '{/* <Row key={id} /> */}', 'commented_out'],
    ['a.java', 'run(); /* count++; */', 'commented_out'],
    ['a.py', '# from os import path', 'commented_out'],
    ['a.py', '# def run(self):', 'commented_out'],
    ['a.py', '# total = price * count', 'commented_out'],
  ])('%s: %s', (path, line, kind) => {
    expect(written(path, `first\n${line}\n`)).toEqual([`2 ${kind}`]);
  });

  it.each([
    ['a.ts', "const url = 'https://example.com/TODO';"],
    ['a.ts', 'const s = "// TODO: not a comment";'],
    ['a.ts', 'const s = `\n// TODO: in a template\n`;'],
    ['a.tsx', '<a href="x">see http://example.com // </a>'],
    ['a.ts', '// Reads the TODO comments of a file and counts them.'],
    ['a.ts', '// the todo list of the user'],
    ['a.ts', '// Returns null when there is nothing left to do;'],
    ['a.ts', '// see run(value) for the reason.'],
    ['a.ts', '/**\n * const example = use(it);\n */'],
    ['a.ts', '/// <reference types="node" />'],
    ['a.ts', '// eslint-disable-next-line no-console'],
    ['a.ts', 'const todo = TODO;'],
    ['a.rs', "let c = '/'; let d = '\"';"],
    ['a.py', '"""\nTODO: part of the docstring\n"""'],
    ['a.py', "color = '#TODO'"],
    ['a.py', '# import the module once'],
    ['a.py', '# total = price of all items'],
    ['a.sh', '#!/bin/sh'],
    ['a.sh', 'echo ${#TODO} $# x#TODO'],
    ['a.yml', '# port: 8080'],
    ['a.yml', 'url: http://x/#TODO'],
    ['a.css', 'a { background: url(//cdn/TODO.png); color: #fff; }'],
    ['a.md', '# TODO\n\n## FIXME: a heading'],
    ['a.md', '```ts\n// TODO: an example\n```'],
    ['a.md', 'Write `<!-- TODO -->` to hide it.'],
    ['a.txt', '// TODO: no language is known'],
    ['a.json', '{"//": "TODO"}'],
    ['LICENSE', '# TODO'],
  ])('%s is left alone: %s', (path, text) => {
    expect(written(path, `${text}\n`)).toEqual([]);
  });

  it('names file and line, counted in the file as it is now', () => {
    const before = Array.from({ length: 40 }, (_, index) => `line${index};`).join('\n');
    const after = before.replace('line30;', 'line30; // FIXME');
    const diff = unifiedDiff('src/a.ts', before, after);
    expect(findLeftoverComments(diff)).toEqual([{ path: 'src/a.ts', line: 31, kind: 'unfinished', text: 'FIXME' }]);
  });

  it('leaves alone what was there before, moved lines among it', () => {
    const old = 'a();\n// TODO: old\nb();\n';
    expect(written('a.ts', `new_();\n${old}`, old)).toEqual([]);
    expect(written('a.ts', 'a();\nb();\n  // TODO: old\n', old)).toEqual([]);
    expect(written('a.ts', 'a();\nb();\n', old)).toEqual([]);
  });

  it('knows code that this change commented out, in every language', () => {
    expect(written('a.sh', '# rm -rf "$dir"\n', 'rm -rf "$dir"\n')).toEqual(['1 commented_out']);
    expect(written('a.yml', '# port: 8080\n', 'port: 8080\n')).toEqual(['1 commented_out']);
  });

  it('reads what another tool calls a difference, several files and one that was cut', () => {
    const other = '--- a.py\toriginal\n+++ a.py\tmodified\n@@ -1,1 +1,2 @@\n x = 1\n+# TODO\n';
    const cut =
      '--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1,900 @@\n+// TODO\n+run()\n[the rest of the diff is left out]\n+// TODO\n';
    expect(
      findLeftoverComments(`\`\`\`diff\n${other}\`\`\`\n${cut}`).map(({ path, line }) => `${path} ${line}`),
    ).toEqual(['a.py 2', 'b.ts 1']);
  });

  it('takes no line of a difference for a header of one', () => {
    expect(written('a.sql', '++ x\n', '-- TODO\n')).toEqual([]);
    expect(findLeftoverComments('+// TODO')).toEqual([]);
  });

  it('goes on in a comment that began above the difference', () => {
    const before = `/*\n${' * words\n'.repeat(20)} */\n`;
    const after = before.replace(/( \* words\n)(?= \*\/)/, '$1 * TODO: more\n');
    expect(written('a.c', after, before)).toEqual(['22 unfinished']);
  });
});

const EXTENSIONS = ['ts', 'py', 'rs', 'go', 'sql', 'lua', 'html', 'md', 'css', 'tex', 'sh', 'vue', 'lisp'];
const PIECES = [
  '//',
  '/*',
  '*/',
  '#',
  '"',
  "'",
  '`',
  '```',
  '"""',
  '<!--',
  '-->',
  '--',
  '\\',
  'TODO',
  ' ',
  '\n',
  'x',
  ';',
];

describe('whatever is written', () => {
  const text = array(constantFrom(...PIECES), { maxLength: 60 });

  it('never fails, and everything found is in an added line', () => {
    assert(
      property(constantFrom(...EXTENSIONS), text, text, (extension, before, after) => {
        const lines = after.join('').split('\n');
        const diff = unifiedDiff(`f.${extension}`, before.join(''), after.join(''));
        for (const { line, text } of findLeftoverComments(diff)) expect(lines[line - 1]).toContain(text);
      }),
    );
    assert(property(string(), (noise) => void findLeftoverComments(noise)));
  });

  it('is the same comment line by line as in one go: lines without signs in front change nothing', () => {
    assert(
      property(constantFrom(...EXTENSIONS), text, nat(5), (extension, pieces, plain) => {
        const syntax = commentSyntax(`f.${extension}`);
        if (!syntax) throw new Error(extension);
        const lines = pieces.join('').split('\n');
        const alone = commentReader(syntax);
        const behind = commentReader(syntax);
        for (let count = 0; count < plain; count++) expect(behind('plain words')).toEqual([]);
        expect(lines.map(behind)).toEqual(lines.map(alone));
      }),
    );
  });

  it('nothing in a string is a comment', () => {
    const inside = array(constantFrom('//', '/*', '#', 'TODO', ' ', ':', 'x'), { maxLength: 12 });
    assert(
      property(tuple(constantFrom('ts', 'go', 'py', 'php', 'rs', 'sh'), inside), ([extension, pieces]) => {
        expect(written(`f.${extension}`, `x = "${pieces.join('')}"\n`)).toEqual([]);
      }),
    );
  });
});
