import { expect, it } from 'vitest';
import { cheapDrawing } from '#documents/drawing-cost.ts';

const nested = (levels: number, reference: (n: number) => string) =>
  `<svg><g id="g0"><rect/></g>${Array.from({ length: levels }, (_, n) => `<g id="g${n + 1}">${reference(n).repeat(10)}</g>`).join('')}</svg>`;

it.each([
  ['its own size', '<svg width="80" height="40px"/>', { width: 80, height: 40, scales: false }],
  ['that of its box', '<?xml version="1.0"?><svg viewBox="0 0 200 50"/>', { width: 200, height: 50, scales: true }],
  ['one side and a box', '<svg width="100" viewBox="0,0,200,50"/>', { width: 100, height: 25, scales: true }],
  ['a part of its place', '<svg width="100%" viewBox="0 0 8 4"></svg>', { width: 8, height: 4, scales: true }],
  ['none', '<SVG><rect/></SVG>', { width: 300, height: 150, scales: false }],
])('a drawing has %s', (_name, svg, size) => {
  expect(cheapDrawing(svg)).toEqual(size);
});

it.each([
  ['uses of uses', nested(12, (n) => `<use href="#g${n}"/>`)],
  ['uses in the older spelling', nested(12, (n) => `<use xlink:href='#g${n}'/>`)],
  ['masks of masks', nested(12, (n) => `<rect mask="url(#g${n})"/>`)],
  ['styles of elements', nested(12, (n) => `<rect style="clip-path: url( '#g${n}' )"/>`)],
  ['escaped references', nested(12, (n) => `<use href="&#35;g${n}"/>`)],
  ['a reference to itself', '<svg><g id="a"><use href="#a"/></g></svg>'],
  ['a style sheet', '<svg><style>rect { mask: url(#m) }</style><mask id="m"><rect/></mask><rect/></svg>'],
  ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
  ['a filter of noise', '<svg><filter id="f"><feTurbulence numOctaves="999"/></filter><rect filter="url(#f)"/></svg>'],
  ['too many elements', `<svg>${'<rect/>'.repeat(30_000)}</svg>`],
  ['too deep', `<svg>${'<g>'.repeat(5_000)}`],
  ['too long', `<svg>${'x'.repeat(500_000)}</svg>`],
  ['no drawing', '<p>text</p>'],
])('a drawing with %s is not drawn unasked', (_name, svg) => {
  expect(cheapDrawing(svg)).toBeNull();
});

it('what is used twice and a shadow by a style are cheap', () => {
  const svg = `<svg viewBox="0 0 9 9"><style>.n { filter: url(#s) }</style><filter id="s"><feDropShadow dx="1"/></filter>
    <marker id="m"><path/></marker>${'<path marker-end="url(#m)" class="n"/>'.repeat(500)}</svg>`;
  expect(cheapDrawing(svg)).toEqual({ width: 9, height: 9, scales: true });
});
