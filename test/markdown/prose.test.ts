import { describe, expect, it } from 'vitest';
import type { Inline } from '#markdown/ast.ts';
import { readBlocks } from '#markdown/block-reader.ts';

/** Inline nodes in short: `*…*` strong, `_…_` em, `{…}` formula, `<address>` link. */
function short(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'strong') return `*${short(node.children)}*`;
      if (node.type === 'em') return `_${short(node.children)}_`;
      if (node.type === 'del') return `-${short(node.children)}-`;
      if (node.type === 'math') return node.display ? `{{${node.tex}}}` : `{${node.tex}}`;
      if (node.type === 'link') return `<${node.href}>`;
      if (node.type === 'code') return `\`${node.text}\``;
      return `[${node.type}]`;
    })
    .join('');
}

function prose(text: string): string {
  const [block] = readBlocks(text);
  return block?.type === 'paragraph' ? short(block.children) : `(${block?.type ?? 'nothing'})`;
}

describe('formulas and money', () => {
  it.each([
    ['It costs $5 and $6.', 'It costs $5 and $6.'],
    ['between $5-$10 a day', 'between $5-$10 a day'],
    ['US$5 or A$6', 'US$5 or A$6'],
    ['$100 (was $120)', '$100 (was $120)'],
    ['$5 or 6$ more', '$5 or 6$ more'],
    ['$20/month, or $200/year', '$20/month, or $200/year'],
    ['set $HOME and `$PATH`', 'set $HOME and `$PATH`'],
    ['echo $A$B', 'echo $A$B'],
    ['a \\$x\\$ b', 'a $x$ b'],
    ['$ x $', '$ x $'],
    ['so $x$ is', 'so {x} is'],
    ['$x$는 $y$보다', '{x}는 {y}보다'],
    ['($a_1$, $b_2$)', '({a_1}, {b_2})'],
    ['$5x + 3 = 8$', '{5x + 3 = 8}'],
    ['$3.14$', '{3.14}'],
    ['inline $$x^2$$ here', 'inline {{x^2}} here'],
    ['\\(a + b\\) and \\[c\\]', '{a + b} and {{c}}'],
    ['**결과: $a*b*c$**', '*결과: {a*b*c}*'],
    ['$a_1$ and _em_ and $b_2$', '{a_1} and _em_ and {b_2}'],
    ['`$x$`', '`$x$`'],
  ])('%j is read as %j', (text, read) => {
    expect(prose(text)).toBe(read);
  });

  it('takes a formula of its own lines out of a paragraph', () => {
    expect(readBlocks('so\n$$\nx\n$$\nand').map((block) => block.type)).toEqual(['paragraph', 'math', 'paragraph']);
    expect(readBlocks('\\[\nx = 1\n\\]').map((block) => block.type)).toEqual(['math']);
    expect(readBlocks('- item\n  $$\n  x\n  $$')[0]).toMatchObject({
      items: [{ children: [{ type: 'paragraph' }, { type: 'math', tex: 'x' }] }],
    });
  });
});

describe('Korean, Japanese and Chinese prose', () => {
  it.each([
    ['**"강조"**는 이렇게', '*"강조"*는 이렇게'],
    ['이것은**"강조"**입니다', '이것은*"강조"*입니다'],
    ['**텍스트(text)**를 쓴다', '*텍스트(text)*를 쓴다'],
    ['**「重要」**です', '*「重要」*です'],
    ['**굵게**는', '*굵게*는'],
    ['**"a"**b', '**"a"**b'],
    ['***"강조"***는 ***굵게(bold)***는', '_*"강조"*_는 _*굵게(bold)*_는'],
    ['***"a"***b', '***"a"***b'],
    ['*"제목"*은 *`코드`*를', '_"제목"_은 _`코드`_를'],
    ['*「重要」*です、これは*「重要」*です', '_「重要」_です、これは_「重要」_です'],
    ['*"a **b**"*는', '_"a *b*"_는'],
    ['*"a"*b', '*"a"*b'],
    ['가격*(1+세율)*수량', '가격*(1+세율)*수량'],
    ['가격*세율(10%)*수량', '가격*세율(10%)*수량'],
    ['~~"지움"~~은 ~~취소(cancel)~~는 이~~"지움"~~은', '-"지움"-은 -취소(cancel)-는 이-"지움"-은'],
    ['네~~(웃음) 반가워요~~^^', '네~~(웃음) 반가워요~~^^'],
    ['__init__는', '__init__는'],
    ['2**3**4', '2*3*4'],
    ['**`코드`**를', '*`코드`*를'],
    ['값은 3~5개, 7~9개', '값은 3~5개, 7~9개'],
    ['~~지움~~', '-지움-'],
    ['https://example.com/docs에서 본다', '<https://example.com/docs>에서 본다'],
    ['https://ko.wikipedia.org/wiki/한국', '<https://ko.wikipedia.org/wiki/한국>'],
    ['https://ja.wikipedia.org/wiki/日本。次', '<https://ja.wikipedia.org/wiki/日本>。次'],
    [
      '「https://example.com」を、https://example.com/a、次',
      '「<https://example.com>」を、<https://example.com/a>、次',
    ],
    ['“https://example.com”을 https://example.com/a：说明', '“<https://example.com>”을 <https://example.com/a>：说明'],
    ['http://localhost:3000/에서 http://a.example/b/를', '<http://localhost:3000/>에서 <http://a.example/b/>를'],
    ['(https://example.com)를', '(<https://example.com>)를'],
  ])('%j is read as %j', (text, read) => {
    expect(prose(text)).toBe(read);
  });
});
